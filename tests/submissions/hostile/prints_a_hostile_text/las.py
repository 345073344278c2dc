"""Prints what wants to be more than text wherever it is shown."""
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    print("</pre><script>alert(1)</script>\x1b[2J\x1b]8;;http://example.com\x07passed\u202e")
    print("=2+3+cmd|' /C calc'!A0\n-1\n@x\n" + "]]>" + "--></style>")
    return Seq.of((1, "\x1b[32m<b>passed</b>"), (2, "=1+1"))

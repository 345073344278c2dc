from gametree import Cons, Nil, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s"""
    runs = []
    log = []
    while True:
        # look at every element one by one, and write down all that is known about it
        match s.showl():
            case Nil():
                break
            case Cons(x, rest):
                fits = len(runs) > 0 and eq(runs[-1]["elements"][0], x)
                log.append({"element": x, "left": len(rest), "new run": not fits})
                if fits:
                    runs[-1]["elements"] = runs[-1]["elements"] + [x]
                else:
                    runs.append({"elements": [x]})
                s = rest
    assert len(log) == sum(len(run["elements"]) for run in runs)
    answer = Seq.empty()
    pieces = [Seq.singleton((len(run["elements"]), run["elements"][0])) for run in runs]
    while len(pieces) > 1:
        joined = [pieces[i].append(pieces[i + 1]) for i in range(0, len(pieces) - 1, 2)]
        pieces = joined + pieces[len(joined) * 2 :]
    for piece in pieces:
        answer = answer.append(piece)
    return answer

"""Writes machine code that calls the kernel as 32-bit programs do: fork, by int 0x80."""
import ctypes
import mmap

CODE = bytes.fromhex("b802000000" "cd80" "c3")


def look_and_say(eq, s):
    s.showl()
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(CODE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return ctypes.CFUNCTYPE(ctypes.c_int)(address)()

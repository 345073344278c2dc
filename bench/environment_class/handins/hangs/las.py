def look_and_say(eq, s):
    while True:
        pass

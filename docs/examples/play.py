#!/usr/bin/env python3
"""Makes a quiz, plays it with whoever joins, and prints how it ended.

    QUIZRAIN_KEY=$(cat ~/.local/share/quizrain/host-key) python3 play.py http://localhost:8080
"""
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

# Not an argument: those are seen by everybody on the machine.
server, key = sys.argv[1], os.environ["QUIZRAIN_KEY"]
STEPS = {"Lobby": "Ask", "Revealed": "Ask", "Board": "Ask", "Podium": "End"}


def call(method, path, token, body=None):
    """The status and the answer; asked again for as long as the server is busy."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urlopen(Request(server + path, data, headers, method=method)) as answer:
                return answer.status, json.load(answer)
        except HTTPError as error:
            if error.code not in (429, 503):
                return error.code, json.load(error)
            time.sleep(float(error.headers["Retry-After"]))


def question(text, choices, right):
    kind = {"single": {"choices": choices, "correct": 1 << right}}
    return {"text": text, "kind": kind, "seconds": 20, "points": 1000, "explanation": ""}


quiz = {"title": "Rivers", "language": "en", "description": "", "questions": [
    question("Which is longer?", ["Nile", "Rhine"], 0),
    question("Which flows through Paris?", ["Rhône", "Seine", "Loire"], 1)]}
_, saved = call("POST", "/api/quizzes", key, {"quiz": quiz, "tags": ["example"]})
_, made = call("POST", "/api/games", key, {"quiz": saved["id"]})
game, token = f"/api/games/{made['game']}", made["token"]
print(f"Join at {server}/play/{made['pin']}", flush=True)

while (now := call("GET", game, token)[1])["stage"]["phase"]["kind"] != "Ended":
    kind, seen = now["stage"]["phase"]["kind"], now["stage"]["at"]["seq"]
    if kind in STEPS and now["lobby"]["players"]:
        move = STEPS[kind] if STEPS[kind] in now["moves"] else "ShowPodium"
        call("POST", f"{game}/desk/move", token, {"mv": move, "seen": seen})  # 409: it has moved on
    time.sleep(1)

while (answer := call("GET", f"{game}/results/players", token))[0] == 409:
    time.sleep(1)  # the log is being written
for player in answer[1]["players"]:
    print(player["rank"], player["nickname"], player["score"])

#!/usr/bin/env bash
# Makes a quiz, plays it with whoever joins, and prints how it ended. Needs curl and jq.
#   QUIZRAIN_KEY=$(cat ~/.local/share/quizrain/host-key) ./play.sh http://localhost:8080
set -euo pipefail
# Not an argument: those are seen by everybody on the machine.
server=$1 token=$QUIZRAIN_KEY

# call METHOD PATH [BODY]: the answer, with its status on a line of its own; asked again for as long as the server is busy.
call() {
  local answer
  while answer=$(curl -sS -X "$1" "$server$2" -H @<(echo "Authorization: Bearer $token") -H 'Content-Type: application/json' \
    ${3:+-d "$3"} -w '\n%{http_code}') && [[ $answer == *$'\n'429 || $answer == *$'\n'503 ]]; do sleep 2; done
  echo "$answer"
}
# field FILTER: something of an answer.
field() { head -n 1 | jq -r "$1"; }

# question TEXT CHOICES RIGHT: the set of what is right has one bit for each choice.
question() {
  jq -nc --arg text "$1" --argjson choices "$2" --argjson right "$3" \
    '{$text, kind: {single: {$choices, correct: $right}}, seconds: 20, points: 1000, explanation: ""}'
}
quiz=$(jq -nc '{title: "Rivers", language: "en", description: "", questions: $ARGS.positional}' --jsonargs \
  "$(question 'Which is longer?' '["Nile","Rhine"]' 1)" \
  "$(question 'Which flows through Paris?' '["Rhône","Seine","Loire"]' 2)")
saved=$(call POST /api/quizzes "{\"quiz\":$quiz,\"tags\":[\"example\"]}" | field .id)
made=$(call POST /api/games "{\"quiz\":\"$saved\"}")
game=/api/games/$(field .game <<<"$made") token=$(field .token <<<"$made")
echo "Join at $server/play/$(field .pin <<<"$made")"

while true; do
  read -r kind seen players moves < <(call GET "$game" |
    field '[.stage.phase.kind, .stage.at.seq, .lobby.players, (.moves | join(","))] | join(" ")')
  case $kind:$players in
    Ended:*) break ;;
    Lobby:0) move='' ;;
    Lobby:* | Revealed:* | Board:*) [[ ,$moves, == *,Ask,* ]] && move=Ask || move=ShowPodium ;;
    Podium:*) move=End ;;
    *) move='' ;; # it goes on by itself
  esac
  # 409: it has moved on.
  [ -z "$move" ] || call POST "$game/desk/move" "{\"mv\":\"$move\",\"seen\":$seen}" >/dev/null
  sleep 1
done

until answer=$(call GET "$game/results/players") && [ "$(tail -n 1 <<<"$answer")" = 200 ]; do
  sleep 1 # the log is being written
done
field '.players[] | "\(.rank) \(.nickname) \(.score)"' <<<"$answer"

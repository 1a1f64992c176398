#!lua
-- answer.lua: takes first answers of many players to the open question, before the deadline; where
-- everybody plays at their own pace, to the question that is open to each of them.
--
-- KEYS  1 state    hash    {g:<game>}:state
--       2 players  hash    {g:<game>}:players
--       3 answers  hash    {g:<game>}:answers:<round>   account -> '<answer>:<elapsed ms>:<line ms>'
--       4 paces    hash    {g:<game>}:paces             account -> '<round>:<opens ms>:<closes ms>:..'
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 round        which question, from 0; the answers key is that round's
--       3.. account    hex, and after each account
--           answer     its bytes in hex, which only the question's kind reads; '-': one that the
--                      question does not accept, which the caller has found
--           line         what the player's line takes of the time, in ms: kept beside it
-- Returns  {'each', verdict, ..}  one for each account, in order:
--            'counted <answer>'
--            'repeat <answer>'   an answer had been counted: the first one, whatever comes now
--            'late'              after the deadline, where there is one, by Redis time, also long after it
--            'not_open'          this question has not been asked yet, is being read, or is paused
--            'not_accepted'      the question is open and does not accept it
--            'ended'             the game is over
--            'not_seated'        the account has no seat in this game
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed but for those who were 'counted'. Where there is a 'repeat', one
--          answer is written again as it stands: WAIT waits for what the same connection has
--          written, and the answer may have come over another.
-- Called by  game::rounds, with the answers that came while earlier calls were on their way;
--            repeating it is harmless.
-- Can fail   HSET is the only write, one for each chunk of accounts; where a chunk fails, those
--            before it are counted, and repeating tells.
local state, players, answers, paces = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
-- Lua's unpack takes some thousands at most, and HSET has two arguments for each account.
local CHUNK = 400

for _, key in ipairs({state, players, answers, paces}) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= 'hash' then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', state, 'incarnation', 'kind', 'asked', 'opens_ms', 'closes_ms')
if known[1] ~= ARGV[1] then
  return {'unknown'}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local asked, round, closes = tonumber(known[3]), tonumber(ARGV[2]), tonumber(known[5])
local refusal = nil
if known[2] == 'ended' then
  refusal = 'ended'
elseif known[2] == 'paced' then
  refusal = now >= closes and 'late' or nil
elseif known[2] == 'counting' then
  refusal = 'late'
elseif round >= asked or (round + 1 == asked and (known[2] == 'reading' or known[2] == 'paused')) then
  refusal = 'not_open'
elseif round + 1 < asked or known[2] ~= 'asking' or closes > 0 and now >= closes then
  refusal = 'late'
end
local function elapsed_since(opens)
  return ':' .. string.format('%.0f', math.max(0, now - opens))
end
-- Why the question is not open to whoever plays at their own pace, and since when it is.
local function own_window(pace)
  local at, opens, ends = string.match(pace or '', '^(%d+):(%d+):(%d+):')
  if not at or tonumber(at) < round then
    return 'not_open'
  end
  local over = tonumber(at) > round or ends ~= '0' and now >= tonumber(ends)
  return over and 'late' or nil, opens
end

local accounts, given, lines = {}, {}, {}
for i = 3, #ARGV, 3 do
  local n = #accounts + 1
  accounts[n], given[n], lines[n] = ARGV[i], ARGV[i + 1], ':' .. ARGV[i + 2]
end
local said = {'each'}
for first = 1, #accounts, CHUNK do
  local last = math.min(first + CHUNK - 1, #accounts)
  local seats = redis.call('HMGET', players, unpack(accounts, first, last))
  local had = redis.call('HMGET', answers, unpack(accounts, first, last))
  local own = known[2] == 'paced' and redis.call('HMGET', paces, unpack(accounts, first, last))
  local rows, counted, again = {}, {}, nil
  for i = first, last do
    local account, n = accounts[i], i - first + 1
    local closed, opens = refusal, known[4]
    if own and not refusal then
      closed, opens = own_window(own[n])
    end
    local before = had[n] and string.match(had[n], '^(%x*):') or counted[account]
    if not seats[n] then
      said[i + 1] = 'not_seated'
    elseif before then
      said[i + 1] = 'repeat ' .. before
      again = had[n] and i or again
    elseif closed then
      said[i + 1] = closed
    elseif given[i] == '-' then
      said[i + 1] = 'not_accepted'
    else
      counted[account] = given[i]
      rows[#rows + 1] = account
      rows[#rows + 1] = given[i] .. elapsed_since(opens) .. lines[i]
      said[i + 1] = 'counted ' .. given[i]
    end
  end
  if again then
    rows[#rows + 1], rows[#rows + 2] = accounts[again], had[again - first + 1]
  end
  if #rows > 0 then
    redis.call('HSET', answers, unpack(rows))
  end
end
return said

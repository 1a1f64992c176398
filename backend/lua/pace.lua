#!lua
-- pace.lua: gives players who play at their own pace the next question, or says where they are.
--
-- KEYS  1 state     hash  {g:<game>}:state
--       2 players   hash  {g:<game>}:players
--       3 paces     hash  {g:<game>}:paces     account -> '<round>:<opens ms>:<closes ms>:<score>:<streak>',
--                                              the last two as they were before the round
--       4 answers   hash  {g:<game>}:answers:<round>  of the round of ARGV
--       5 standing  zset  {g:<game>}:standing  account -> score, of all who have begun
--       6 finished  set   {g:<game>}:finished  accounts that are done with all questions
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 round        where the caller thinks the accounts are, from 0; '-': they have not begun
--       3 next         the question after it; as many as there are: none, they are done
--       4 reading      how long before it opens it can be read, in ms
--       5 lasts        how long it takes answers, in ms; '0': until the game closes; '-': none
--       6 last         '1': they are done once they have moved on; '0'
--       7.. account    hex, and after each account
--           wish       'go': on to the next question; 'stay'
--           seen       the answer to the round that the caller has graded, as it stands; '-': none
--           score      what 'go' leaves behind: all points so far,
--           streak     and right answers in a row
-- Returns  {'each', verdict, ..}  one for each account, in order:
--            'moved <pace>'          on, now: what stands in paces from here on
--            'open <pace>'           here, and an answer would count
--            'over <pace> <answer>'  here, and no answer will count any more; a dash: there is none
--            'elsewhere <pace>'      in another round
--            'not_begun'
--            'not_seated'            the account has no seat in this game
--            'not_open'              the game is not open yet
--            'late'                  it is not open any more
--            'ended'                 the game is over
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed but for those who 'moved', and those who are 'open' or 'over' and stood
--          nowhere: they were sent away, are back, and stand where they were. Nobody moves on from a
--          question that is open, nor with an answer that the caller has not graded. Where nobody
--          moved, one pace is written again as it stands: WAIT knows of what this connection wrote,
--          and an answer that a replica lacks must not have its key told.
-- Called by  game::pace, with the wishes that came while earlier calls were on their way; repeating
--            it is harmless: who has moved on is 'elsewhere' then.
-- Can fail   HSET of paces comes first, one for each chunk of accounts, and is what counts. ZADD and
--            SADD are pcalls: boards show it later.
local state, players, paces, answers, standing, finished = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local round, next_round, reading, lasts, last = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6]
-- Lua's unpack takes some thousands at most, and HSET has two arguments for each account.
local CHUNK = 400

local wanted = {
  [state] = 'hash', [players] = 'hash', [paces] = 'hash', [answers] = 'hash', [standing] = 'zset', [finished] = 'set',
}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', state, 'incarnation', 'kind', 'asked', 'closes_ms', 'questions')
if known[1] ~= ARGV[1] then
  return {'unknown'}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local refusal = nil
if known[2] == 'ended' then
  refusal = 'ended'
elseif known[2] == 'counting' or known[3] ~= '0' or known[2] == 'paced' and now >= tonumber(known[4]) then
  refusal = 'late'
elseif known[2] ~= 'paced' then
  refusal = 'not_open'
end
local opens = now + reading
local closes = lasts == '-' and opens or lasts == '0' and 0 or opens + lasts
local window = string.format('%s:%.0f:%.0f:', next_round, opens, closes)

local accounts, wishes, seen, left = {}, {}, {}, {}
for i = 7, #ARGV, 5 do
  local n = #accounts + 1
  accounts[n], wishes[n], seen[n], left[n] = ARGV[i], ARGV[i + 1], ARGV[i + 2], {ARGV[i + 3], ARGV[i + 4]}
end
local said = {'each'}
for first = 1, #accounts, CHUNK do
  local to = math.min(first + CHUNK - 1, #accounts)
  local seats = redis.call('HMGET', players, unpack(accounts, first, to))
  local had = redis.call('HMGET', paces, unpack(accounts, first, to))
  local given = redis.call('HMGET', answers, unpack(accounts, first, to))
  local placed = redis.call('ZMSCORE', standing, unpack(accounts, first, to))
  local moved, rows, scores, done, stands = {}, {}, {}, {}, nil
  for i = first, to do
    local account, n = accounts[i], i - first + 1
    local pace = moved[account] or had[n]
    local at, ends, score = string.match(pace or '-:0:0:0', '^([^:]*):%d*:(%d*):(-?%d*)')
    local answer = round ~= '-' and given[n] or '-'
    stands = not refusal and had[n] and i or stands
    local over = at == '-' or answer ~= '-' or ends ~= '0' and now >= tonumber(ends)
    if not seats[n] then
      said[i + 1] = 'not_seated'
    elseif refusal then
      said[i + 1] = refusal
    elseif at ~= round then
      said[i + 1] = pace and 'elsewhere ' .. pace or 'not_begun'
    elseif wishes[i] == 'go' and over and answer == seen[i] then
      moved[account] = window .. left[i][1] .. ':' .. left[i][2]
      rows[#rows + 1], rows[#rows + 2] = account, moved[account]
      scores[#scores + 1], scores[#scores + 2] = left[i][1], account
      done[#done + 1] = last == '1' and account or nil
      said[i + 1] = 'moved ' .. moved[account]
    elseif not pace then
      said[i + 1] = 'not_begun'
    else
      if not placed[n] and not moved[account] then
        scores[#scores + 1], scores[#scores + 2] = score, account
        done[#done + 1] = at == known[5] and account or nil
      end
      said[i + 1] = over and 'over ' .. pace .. ' ' .. answer or 'open ' .. pace
    end
  end
  if #rows == 0 and stands then
    rows = {accounts[stands], had[stands - first + 1]}
  end
  if #rows > 0 then
    redis.call('HSET', paces, unpack(rows))
  end
  if #scores > 0 then
    redis.pcall('ZADD', standing, unpack(scores))
  end
  if #done > 0 then
    redis.pcall('SADD', finished, unpack(done))
  end
end
return said

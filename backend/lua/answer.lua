#!lua
-- answer.lua: takes a player's first answer to the open question, before the deadline.
--
-- KEYS  1 state    hash    {g:<game>}:state
--       2 players  hash    {g:<game>}:players
--       3 answers  hash    {g:<game>}:answers:<round>   account -> '<choices>:<elapsed ms>'
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 account      hex
--       3 round        which question, from 0; the answers key is that round's
--       4 choices      the picked choices as a bit set, checked by the caller
-- Returns  {'counted', choices}
--          {'repeat', choices}  an answer had been counted: the first one, whatever comes now
--          {'late'}           after the deadline, by Redis time
--          {'not_open'}       this question is not open
--          {'not_seated'}     the account has no seat in this game
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed but in the first.
-- Called by  service::rounds; repeating it is harmless.
-- Can fail   HSET is the only write.
local state, players, answers = KEYS[1], KEYS[2], KEYS[3]
local incarnation, account, round, choices = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

for _, key in ipairs({state, players, answers}) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= 'hash' then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', state, 'incarnation', 'kind', 'asked', 'opens_ms', 'closes_ms')
if known[1] ~= incarnation then
  return {'unknown'}
end
if redis.call('HEXISTS', players, account) == 0 then
  return {'not_seated'}
end
local first = redis.call('HGET', answers, account)
if first then
  return {'repeat', string.match(first, '^%d+')}
end
if tonumber(known[3]) ~= tonumber(round) + 1 then
  return {'not_open'}
end
if known[2] ~= 'asking' then
  return {known[2] == 'closing' and 'late' or 'not_open'}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now >= tonumber(known[5]) then
  return {'late'}
end
local elapsed = string.format('%.0f', math.max(0, now - known[4]))
redis.call('HSET', answers, account, choices .. ':' .. elapsed)
return {'counted', choices}

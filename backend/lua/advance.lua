#!lua
-- advance.lua: moves a game from one state to the next and tells every node. Newest wins: what
-- an old driver or a second click sends never overwrites newer state.
--
-- KEYS  1 state   hash     {g:<game>}:state
--       2 events  channel  {g:<game>}:events
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 epoch        the caller's epoch
--       3 seen         the sequence number on which the caller decided
--       4 kind         the new phase's word
--       5 asked        rounds played so far
--       6 opens        when the phase opens, in ms of Redis time, or 'now'
--       7 lasts        how long it lasts in ms; 0: until somebody moves on
--       8 stage        the encoded stage
--       9 least        the least sequence number that the game gets; '0': the next one
--       10 counts      answers that came later than so many ms after their question opened do not
--                      count, although they were taken; '0': all that were taken count
--       11 played      the question of each round, as runs of neighbours: '0+3,7+1'
-- Returns  {'moved', seq, opens_ms, closes_ms}
--          {'unknown'}        no such game, or another incarnation
--          {'fenced'}         a newer epoch drives this game
--          {'stale', seq}     the game had moved on; seq is where it stands
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed in the last four.
-- Called by  game::Play (every change of phase).
-- Can fail   SPUBLISH, after the write: nodes then find the new sequence number by themselves
--            within a second, so it is a pcall and its error does not undo the move.
local state, events = KEYS[1], KEYS[2]
local incarnation, epoch, seen, kind = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local asked, opens, lasts, stage, least = ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local counts, played = ARGV[10], ARGV[11]

local actual = redis.call('TYPE', state).ok
if actual ~= 'none' and actual ~= 'hash' then
  return {'corrupt', state}
end
local known = redis.call('HMGET', state, 'incarnation', 'epoch', 'seq', 'questions')
if known[1] ~= incarnation then
  return {'unknown'}
end
if tonumber(epoch) < tonumber(known[2]) then
  return {'fenced'}
end
if seen ~= known[3] then
  return {'stale', known[3]}
end
if opens == 'now' then
  local time = redis.call('TIME')
  opens = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
end
local closes = '0'
if lasts ~= '0' then
  closes = string.format('%.0f', opens + lasts)
end
local seq = string.format('%.0f', math.max(seen + 1, tonumber(least)))
redis.call('HSET', state, 'epoch', epoch, 'seq', seq, 'kind', kind, 'asked', asked, 'played', played,
  'opens_ms', opens, 'closes_ms', closes, 'stage', stage, 'moved_in', epoch, 'counts_ms', counts)
redis.pcall('SPUBLISH', events, table.concat({'stage', epoch, incarnation, seq, kind, played, known[4],
  opens, closes, ''}, ' ') .. stage)
return {'moved', seq, opens, closes}

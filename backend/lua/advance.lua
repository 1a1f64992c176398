#!lua
-- advance.lua: moves a game from one state to the next and tells every node. Newest wins: what
-- an old driver or a second click sends never overwrites newer state.
--
-- KEYS  1 state        hash     {g:<game>}:state
--       2 corrections  hash     {g:<game>}:corrections
--       3 log          stream   {g:<game>}:log  what is still to be written into the game's log in SQL
--       4 events       channel  {g:<game>}:events
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
--       12.. field     of what the host has corrected, 1,000 at most, and after each field
--           value
-- Returns  {'moved', seq, opens_ms, closes_ms}
--          {'unknown'}        no such game, or another incarnation
--          {'fenced'}         a newer epoch drives this game
--          {'stale', seq}     the game had moved on; seq is where it stands
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed in the last four.
-- Called by  game::Play (every change of phase).
-- Can fail   HSET of the state, after HSET of corrections: they are the caller's next try's as well.
--            XADD and SPUBLISH, after the write: pcalls, whose errors do not undo the move. A game
--            goes on without its log, whose replay names the step that is missing; nodes find the
--            new sequence number by themselves within a second.
local state, corrections, log, events = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local incarnation, epoch, seen, kind = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local asked, opens, lasts, stage, least = ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local counts, played = ARGV[10], ARGV[11]

for key, kind in pairs({[state] = 'hash', [corrections] = 'hash', [log] = 'stream'}) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', state, 'incarnation', 'epoch', 'seq', 'questions', 'asked', 'seats',
  'starters')
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
if #ARGV > 11 then
  redis.call('HSET', corrections, unpack(ARGV, 12))
end
-- Whoever has a seat when the first question is shown, or all of them are, was there before it.
local starters = known[7]
if starters == '' and (asked ~= '0' or kind == 'paced') then
  starters = known[6]
end
redis.call('HSET', state, 'epoch', epoch, 'seq', seq, 'kind', kind, 'asked', asked, 'played', played,
  'opens_ms', opens, 'closes_ms', closes, 'stage', stage, 'moved_in', epoch, 'counts_ms', counts,
  'starters', starters)
local corrects = #ARGV > 11 and cjson.encode({unpack(ARGV, 12)}) or '[]'
local body = '{"seq":' .. seq .. ',"epoch":' .. epoch .. ',"kind":"' .. kind .. '","played":"' .. played
  .. '","seats":' .. known[6] .. ',"starters":' .. (starters == '' and 'null' or starters) .. ',"opens_ms":' .. opens
  .. ',"closes_ms":' .. closes .. ',"counts_ms":' .. counts .. ',"corrects":' .. corrects .. '}'
redis.pcall('XADD', log, '*', 'what', 'moved', 'body', body, 'stage', stage)
redis.pcall('SPUBLISH', events, table.concat({'stage', epoch, incarnation, seq, kind, played, known[4],
  opens, closes, ''}, ' ') .. stage)
return {'moved', seq, opens, closes}

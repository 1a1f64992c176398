#!lua
-- create_game.lua: writes the first state of a game.
--
-- KEYS  1 state   hash    {g:<game>}:state
-- ARGV  1 incarnation  hex, fresh for this life of the state
--       2 epoch        the driver's epoch, from SQL
--       3 questions    how many
--       4 stage        the encoded lobby
--       5 locked       '1' or '0': whether new players are refused
--       6 late_join    '1' or '0': whether they may come once a question was shown
--       7 settings     all settings, encoded
-- Returns  {'created'}   the state stands at sequence number 1
--          {'exists'}    this incarnation was created before: a repeated call, nothing changed
--          {'taken'}     another life of this game is there, nothing changed
--          {'corrupt', key}  a key has the wrong type, nothing changed
-- Called by  game::Games, once for each game, again after a call that timed out.
-- Can fail   HSET is the only write: either all fields are there or none.
local state = KEYS[1]
local incarnation, epoch, questions, stage = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local locked, late_join, settings = ARGV[5], ARGV[6], ARGV[7]

local kind = redis.call('TYPE', state).ok
if kind ~= 'none' and kind ~= 'hash' then
  return {'corrupt', state}
end
local known = redis.call('HGET', state, 'incarnation')
if known then
  return {known == incarnation and 'exists' or 'taken'}
end
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('HSET', state, 'v', '1', 'incarnation', incarnation, 'epoch', epoch, 'seq', '1',
  'kind', 'lobby', 'asked', '0', 'played', '', 'questions', questions, 'opens_ms', now, 'closes_ms', '0',
  'locked', locked, 'late_join', late_join, 'settings', settings, 'seats', '0', 'starters', '', 'stage', stage, 'moved_in', epoch, 'counts_ms', '0')
return {'created'}

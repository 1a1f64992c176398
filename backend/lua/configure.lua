#!lua
-- configure.lua: has a game run in another way from now on.
--
-- KEYS  1 state   hash     {g:<game>}:state
--       2 events  channel  {g:<game>}:events
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 locked       '1' or '0': whether new players are refused
--       3 late_join    '1' or '0': whether they may come once a question was shown
--       4 settings     all settings, encoded
-- Returns  {'set'}            done, or it was so already
--          {'ended'}          the game is over; nothing changed
--          {'unknown'}        no such game, or another incarnation; nothing changed
--          {'corrupt', key}   a key has the wrong type; nothing changed
-- Called by  game::Games.
-- Can fail   SPUBLISH, after the write: a pcall, because the next lobby tick tells it as well.
local state, events = KEYS[1], KEYS[2]
local incarnation, locked, late_join, settings = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local actual = redis.call('TYPE', state).ok
if actual ~= 'none' and actual ~= 'hash' then
  return {'corrupt', state}
end
local known = redis.call('HMGET', state, 'incarnation', 'kind')
if known[1] ~= incarnation then
  return {'unknown'}
end
if known[2] == 'ended' then
  return {'ended'}
end
redis.call('HSET', state, 'locked', locked, 'late_join', late_join, 'settings', settings)
redis.pcall('SPUBLISH', events, 'lobby')
return {'set'}

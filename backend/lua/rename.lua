#!lua
-- rename.lua: gives a player another name.
--
-- KEYS  1 state    hash     {g:<game>}:state
--       2 players  hash     {g:<game>}:players
--       3 names    hash     {g:<game>}:names
--       4 newest   list     {g:<game>}:newest
--       5 log      stream   {g:<game>}:log  what is still to be written into the game's log in SQL
--       6 events   channel  {g:<game>}:events
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 account      hex
--       3 seat         the number of its seat
--       4 before       the forms of its name in which nicknames of one game must differ, one on each line
--       5 nickname     the new one
--       6 forms        its forms
-- Returns  {'renamed'}        or it had this name already
--          {'taken'}          somebody else has this nickname
--          {'gone'}           the account has no seat, or another one
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed in the last four.
-- Called by  game::roster.
-- Can fail   HSET of the seat, after HSET of the forms of the name, which then wait for this
--            account. HDEL of the old name, LPOS and LSET in the list of newcomers, XADD and
--            SPUBLISH are pcalls: the old name stays taken, a replay calls the player by one name,
--            and the new one shows a little later.
local state, players, names, newest = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local log, events = KEYS[5], KEYS[6]
local incarnation, account, seat, before = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local nickname, forms = ARGV[5], ARGV[6]

local wanted = {
  [state] = 'hash', [players] = 'hash', [names] = 'hash', [newest] = 'list', [log] = 'stream',
}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
if redis.call('HGET', state, 'incarnation') ~= incarnation then
  return {'unknown'}
end
local known = redis.call('HGET', players, account)
if not known or string.match(known, '^(%d+):') ~= seat then
  return {'gone'}
end
local is_own = {}
for form in string.gmatch(forms .. '\n', '(.-)\n') do
  local owner = redis.call('HGET', names, form)
  if owner and owner ~= account then
    return {'taken'}
  end
  is_own[form] = true
end
local head, avatar, old = string.match(known, '^(%d+:%x*:[^:]*:%x*:%d*:)(%d*:)(.*)$')
for form in pairs(is_own) do
  redis.call('HSET', names, form, account)
end
redis.call('HSET', players, account, head .. avatar .. nickname)
for form in string.gmatch(before .. '\n', '(.-)\n') do
  if not is_own[form] then
    redis.pcall('HDEL', names, form)
  end
end
local place = redis.pcall('LPOS', newest, avatar .. old)
if type(place) == 'number' then
  redis.pcall('LSET', newest, place, avatar .. nickname)
end
local body = '{"account":"' .. account .. '","number":' .. seat .. ',"before":' .. cjson.encode(old)
  .. ',"nickname":' .. cjson.encode(nickname) .. '}'
redis.pcall('XADD', log, '*', 'what', 'renamed', 'body', body)
redis.pcall('SPUBLISH', events, 'renamed ' .. account)
return {'renamed'}

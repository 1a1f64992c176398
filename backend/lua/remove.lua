#!lua
-- remove.lua: sends a player away from a game.
--
-- KEYS  1 state    hash     {g:<game>}:state
--       2 players  hash     {g:<game>}:players
--       3 names    hash     {g:<game>}:names
--       4 newest   list     {g:<game>}:newest
--       5 removed  set      {g:<game>}:removed  accounts and '@<origin>' that may not come back, and
--                                              '-<account>:<seat>' for each seat that was taken away
--       6 answers  hash     {g:<game>}:answers:<round>  of the round that is played
--       7 standing  zset    {g:<game>}:standing  of those who play at their own pace
--       8 finished  set     {g:<game>}:finished
--       9 log      stream   {g:<game>}:log  what is still to be written into the game's log in SQL
--       10 events  channel  {g:<game>}:events
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 account      hex
--       3 seat         the number of its seat
--       4 forms        those of its nickname in which those of one game must differ, one on each line
--       5 ban          'account': it may not come back; 'address': nor does anybody without a seat come
--                      from where it took its own; 'no'
--       6 round        the one that is played
-- Returns  {'removed'}
--          {'gone'}           the account has no seat, or another one
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed in the last three.
-- Called by  game::roster.
-- Can fail   SADD comes first and is harmless alone: the caller asks again. HDEL of the seat comes
--            next. What follows, HDEL of the name and of the answer, LREM, ZREM, SREM, XADD and
--            SPUBLISH, are pcalls: a name that stays waits for its account, an answer without a seat brings
--            nothing, a replay finds the player missing, and nodes find the seat in 'removed' when they
--            listen anew.
local state, players, names, newest, removed, answers = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local standing, finished, log, events = KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local incarnation, account, seat = ARGV[1], ARGV[2], ARGV[3]
local forms, ban, round = ARGV[4], ARGV[5], ARGV[6]

local wanted = {
  [state] = 'hash', [players] = 'hash', [names] = 'hash', [newest] = 'list', [removed] = 'set',
  [answers] = 'hash', [standing] = 'zset', [finished] = 'set', [log] = 'stream',
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
local number, team, origin, face, name = string.match(known or '', '^(%d+):%x*:([^:]*):(%x*):%d*:(%d*:(.*))$')
if number ~= seat then
  return {'gone'}
end
local answer = redis.call('HGET', answers, account)
local mark = '-' .. account .. ':' .. seat
local banned, place = ban ~= 'no' and account or mark, ban == 'address' and '@' .. origin or mark
redis.call('SADD', removed, mark, banned, place)
redis.call('HDEL', players, account)
for form in string.gmatch(forms .. '\n', '(.-)\n') do
  redis.pcall('HDEL', names, form)
end
redis.pcall('LREM', newest, 1, face)
redis.pcall('HDEL', answers, account)
redis.pcall('ZREM', standing, account)
redis.pcall('SREM', finished, account)
local body = '{"account":"' .. account .. '","number":' .. seat .. ',"nickname":' .. cjson.encode(name)
  .. ',"team":' .. (team == '-' and 'null' or team) .. ',"ban":"' .. ban .. '","round":' .. round
  .. ',"answer":' .. (answer and '"' .. answer .. '"' or 'null') .. '}'
redis.pcall('XADD', log, '*', 'what', 'removed', 'body', body)
redis.pcall('SPUBLISH', events, 'removed ' .. account .. ' ' .. seat)
return {'removed'}

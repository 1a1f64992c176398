#!lua
-- join.lua: gives an account its seat in a game, at most one.
--
-- KEYS  1 state    hash    {g:<game>}:state
--       2 players  hash    {g:<game>}:players   account -> '<seat>:<nickname>'
--       3 names    hash    {g:<game>}:names     folded nickname -> account
--       4 newest   list    {g:<game>}:newest    nicknames, newest first
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 account      hex
--       3 nickname     cleaned by the caller
--       4 folded       the form in which nicknames of one game must differ
--       5 most         how many players the game takes
--       6 shown        how many nicknames 'newest' keeps
-- Returns  {'seated', seat, nickname}
--          {'again', seat, nickname}  the account has had this seat, whatever name it asks for
--          {'taken'}          somebody else has this nickname
--          {'locked'} {'full'} {'ended'}
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed but in the first.
-- Called by  service::players; repeating it is harmless.
-- Can fail   HSET of the seat, after HSET of the name: nobody has a seat then, and the name waits
--            for this account, which takes both when it asks for it again. 'newest' is
--            decoration, so LPUSH and LTRIM come last and are pcalls.
local state, players, names, newest = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local incarnation, account, nickname = ARGV[1], ARGV[2], ARGV[3]
local folded, most, shown = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])

local wanted = {[state] = 'hash', [players] = 'hash', [names] = 'hash', [newest] = 'list'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', state, 'incarnation', 'kind', 'locked')
if known[1] ~= incarnation then
  return {'unknown'}
end
local seated = redis.call('HGET', players, account)
if seated then
  local seat, name = string.match(seated, '^(%d+):(.*)$')
  return {'again', seat, name}
end
if known[2] == 'ended' then
  return {'ended'}
end
if known[3] == '1' then
  return {'locked'}
end
local count = redis.call('HLEN', players)
if count >= most then
  return {'full'}
end
local owner = redis.call('HGET', names, folded)
if owner and owner ~= account then
  return {'taken'}
end
local seat = string.format('%.0f', count + 1)
redis.call('HSET', names, folded, account)
redis.call('HSET', players, account, seat .. ':' .. nickname)
redis.pcall('LPUSH', newest, nickname)
redis.pcall('LTRIM', newest, 0, shown - 1)
return {'seated', seat, nickname}

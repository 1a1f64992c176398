#!lua
-- restore_rain.lua: puts claims back that Redis has forgotten, before anybody grabs again.
--
-- KEYS  1 meta    hash  {r:<rain>}:meta
--       2 pool    list  {r:<rain>}:pool
--       3 claims  hash  {r:<rain>}:claims
-- ARGV  1 incarnation  the life of the rain that the caller knows
--       2 whose        'ledger': they are settled, so they are right whatever is here;
--                      'told': a player was told so, and has it again if account and packet are
--                      free
--       3.. claim      '<account> <packet>:<amount>:<at ms>', 1,000 at most
-- Returns  {'restored', count}  so many were missing here and are back
--          {'unknown'}          no such rain, or another incarnation; nothing changed
--          {'corrupt', key}     a key has the wrong type; nothing changed
-- Called by  service::restore, when a Redis answers that may have lost its last writes; repeating
--            it is harmless.
-- Can fail   LREM after HSET, by an ACL: the packet is then in the pool and somebody's as well,
--            and the ledger refuses whoever grabs it; repeating mends it.
local meta, pool, claims = KEYS[1], KEYS[2], KEYS[3]
local incarnation, whose = ARGV[1], ARGV[2]

local wanted = {[meta] = 'hash', [pool] = 'list', [claims] = 'hash'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
if redis.call('HGET', meta, 'incarnation') ~= incarnation then
  return {'unknown'}
end
local accounts = {}
for i = 3, #ARGV do
  accounts[i - 2] = ARGV[i]:match('^%x+') or ''
end
local had = #accounts > 0 and redis.call('HMGET', claims, unpack(accounts)) or {}
local has, count = {}, 0
for n, account in ipairs(accounts) do
  has[account] = had[n] or nil
end
for n, account in ipairs(accounts) do
  local claim, packet = ARGV[n + 2]:match('^%x+ ((%d+:%d+):%d+)$')
  local put = claim and has[account] ~= claim
  if put and whose ~= 'ledger' then
    put = not has[account] and redis.call('LPOS', pool, packet)
  end
  if put then
    redis.call('HSET', claims, account, claim)
    has[account] = claim
    count = count + 1
  end
  -- Also where it was there before: an attempt that failed half-way left the packet.
  if claim and has[account] == claim then
    redis.call('LREM', pool, 1, packet)
  end
end
return {'restored', count}

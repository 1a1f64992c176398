#!lua
-- restore_rain.lua: puts claims back that Redis has forgotten, before anybody grabs again.
--
-- KEYS  1 meta    hash  {r:<rain>}:meta
--       2 pool    list  {r:<rain>}:pool
--       3 claims  hash  {r:<rain>}:claims
-- ARGV  1 incarnation  the life of the rain that the caller knows
--       2 whose        'ledger': they are settled, so they are right whatever is here;
--                      'told': a player was told so, and has it again if account and packet are
--                      free and the rain is not closed
--       3.. claim      '<account> <packet>:<amount>:<at ms>', 1,000 at most
-- Returns  {'restored', count}  so many were missing here and are back
--          {'closed'}           what was told comes too late: a claim that is not settled may not
--                               be put into a rain that may be; nothing changed
--          {'unknown'}          no such rain, or another incarnation; nothing changed
--          {'corrupt', key}     a key has the wrong type; nothing changed
-- Called by  service::restore, when a Redis answers that may have lost its last writes, and for
--            receipts; repeating it is harmless.
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
local known = redis.call('HMGET', meta, 'incarnation', 'phase')
if known[1] ~= incarnation then
  return {'unknown'}
end
if whose ~= 'ledger' and known[2] == 'closed' then
  return {'closed'}
end

local function number_of(packet)
  return tonumber(packet:match('^%d+')) or -1
end
-- Where a packet is in the pool, if it is there. A pool is in the order of packets: it is filled
-- so, packets leave it in front, or from its middle when they are put back here. So what is less
-- than the first is not in it, and the rest is found by halving; the whole is never searched, which
-- would hold up everybody.
local function place_of(packet, length)
  local number = number_of(packet)
  local first, place, behind = 0, 0, length
  while first < behind do
    local there = redis.call('LINDEX', pool, place)
    if there == packet then
      return place
    elseif number_of(there) < number then
      first = place + 1
    else
      behind = place
    end
    place = math.floor((first + behind) / 2)
  end
  return nil
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
local length = redis.call('LLEN', pool)
for n, account in ipairs(accounts) do
  local claim, packet = ARGV[n + 2]:match('^%x+ ((%d+:%d+):%d+)$')
  local place = packet and place_of(packet, length)
  local put = claim and has[account] ~= claim
  if put and whose ~= 'ledger' then
    put = not has[account] and place
  end
  if put then
    redis.call('HSET', claims, account, claim)
    has[account] = claim
    count = count + 1
  end
  -- Also where it was there before: an attempt that failed half-way left the packet.
  if place and has[account] == claim then
    -- From the end that is nearer.
    length = length - redis.call('LREM', pool, 2 * place < length and 1 or -1, packet)
  end
end
return {'restored', count}

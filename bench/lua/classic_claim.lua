#!lua
-- classic_claim.lua: one tap, one call, with the very checks of the product. The counterpart of
-- row A; the product itself does not use it.
--
-- KEYS  1 meta  2 pool  3 claims  4 eligible  5 stream    as in backend/lua/claim.lua
-- ARGV  1 incarnation  2 account
-- Returns  {'caught', '<packet>:<amount>:<at ms>'}, {'repeat', the same}, or a reason.
local meta, pool, claims, eligible, stream = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local incarnation, account = ARGV[1], ARGV[2]

local wanted = {
  [meta] = 'hash', [pool] = 'list', [claims] = 'hash', [eligible] = 'set', [stream] = 'stream',
}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known =
  redis.call('HMGET', meta, 'incarnation', 'phase', 'opens_ms', 'closes_ms', 'open_to')
if known[1] ~= incarnation then
  return {'unknown'}
end
local mine = redis.call('HGET', claims, account)
if mine then
  return {'repeat', mine}
end
if known[2] ~= 'open' then
  return {known[2] == 'closed' and 'over' or 'early'}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(known[3]) then
  return {'early'}
end
if now >= tonumber(known[4]) then
  return {'over'}
end
if known[5] == 'listed' and redis.call('SISMEMBER', eligible, account) == 0 then
  return {'ineligible'}
end
local packet = redis.call('LPOP', pool)
if not packet then
  return {'sold_out'}
end
local claim = packet .. ':' .. string.format('%.0f', now)
redis.call('HSET', claims, account, claim)
redis.pcall('XADD', stream, '*', account, claim)
return {'caught', claim}

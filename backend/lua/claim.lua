#!lua
-- claim.lua: a tap grabs a packet. The only place that decides who gets what.
--
-- KEYS  1 meta      hash    {r:<rain>}:meta
--       2 pool      list    {r:<rain>}:pool      '<packet>:<amount>', next to be caught first
--       3 claims    hash    {r:<rain>}:claims    account -> '<packet>:<amount>:<at ms>'
--       4 eligible  set     {r:<rain>}:eligible  accounts, read only where the rain is 'listed'
--       5 stream    stream  {r:<rain>}:stream    claims on their way to the ledger
-- ARGV  1 incarnation  the life of the rain that the caller knows
--       2 account      hex
-- Returns  {'caught', '<packet>:<amount>:<at ms>'}
--          {'repeat', '<packet>:<amount>:<at ms>'}  the account's packet, whatever the time is
--          {'early'}  {'over'}   outside the window, by Redis time, or not open
--          {'ineligible'}        the account may not grab in this rain
--          {'sold_out'}          the pool is empty
--          {'unknown'}           no such rain, or another incarnation
--          {'corrupt', key}      a key has the wrong type
--          Nothing changed but in the first.
-- Called by  service::rain, for each tap; repeating it is harmless.
-- Can fail   Amounts are texts that Lua never computes with. Types are checked before the first
--            write and `#!lua` refuses for lack of memory before it, so HSET does not fail
--            after LPOP. An ACL that denies HSET alone would do it: the packet is then nobody's,
--            not in the pool any more and still in the sealed list. XADD comes last and is a
--            pcall: the claim stands in 'claims' then, which is what counts, and the settler
--            finds it there once the rain is closed.
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
redis.pcall('XADD', stream, '*', 'account', account, 'claim', claim)
return {'caught', claim}

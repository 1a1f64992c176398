#!lua
-- open_rain.lua: gives a loaded rain its window in Redis time.
--
-- KEYS  1 meta  hash    {r:<rain>}:meta
--       2 pool  list    {r:<rain>}:pool
-- ARGV  1 incarnation   the life of the rain that the caller loaded
--       2 packets       how many packets the pool must have
--       3 from          'now', or 'then': the window that another shard of the rain has
--       4 first         from now to the first drop, in ms; or when that is, in ms of Redis time
--       5 last          from the first drop to the end, in ms; or when that is
-- Returns  {'open', opens_ms, closes_ms}  also when it was open already: the window it has
--          {'closed'}          it was closed before
--          {'short', length}   the pool is not complete
--          {'unknown'}         no such rain, or another incarnation
--          {'corrupt', key}    a key has the wrong type
--          Nothing changed but in the first.
-- Called by  rain::Rains; repeating it is harmless.
-- Can fail   HSET is the only write.
local meta, pool = KEYS[1], KEYS[2]
local incarnation, packets = ARGV[1], tonumber(ARGV[2])
local from, opens, closes = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])

local wanted = {[meta] = 'hash', [pool] = 'list'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', meta, 'incarnation', 'phase', 'opens_ms', 'closes_ms')
if known[1] ~= incarnation then
  return {'unknown'}
end
if known[2] == 'closed' then
  return {'closed'}
end
if known[2] == 'open' then
  return {'open', known[3], known[4]}
end
local length = redis.call('LLEN', pool)
if length ~= packets then
  return {'short', length}
end
if from == 'now' then
  local time = redis.call('TIME')
  opens = time[1] * 1000 + math.floor(time[2] / 1000) + opens
  closes = opens + closes
end
local opens_ms, closes_ms = string.format('%.0f', opens), string.format('%.0f', closes)
redis.call('HSET', meta, 'phase', 'open', 'opens_ms', opens_ms, 'closes_ms', closes_ms)
return {'open', opens_ms, closes_ms}

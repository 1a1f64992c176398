#!lua flags=allow-oom
-- close_rain.lua: ends a rain for good. No claim is granted after it.
--
-- KEYS  1 meta    hash    {r:<rain>}:meta
--       2 pool    list    {r:<rain>}:pool
--       3 taken   string  {r:<rain>}:taken
--       4 claims  hash    {r:<rain>}:claims
-- ARGV  1 incarnation  the life of the rain that the caller knows
-- Returns  {'closed', caught, left}   how many packets were caught, how many are left
--          {'unknown'}                no such rain, or another incarnation; nothing changed
--          {'corrupt', key}           a key has the wrong type; nothing changed
-- Called by  rain::Rains; repeating it is harmless. It runs without memory to spare, because
--            a rain must be closable when Redis is full.
-- Can fail   HSET is the only write. HLEN, LLEN and BITCOUNT come after it: the rain is closed
--            even where they fail, and asking again tells the counts.
local meta, pool, taken, claims = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local incarnation = ARGV[1]

local wanted = {[meta] = 'hash', [pool] = 'list', [taken] = 'string', [claims] = 'hash'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
if redis.call('HGET', meta, 'incarnation') ~= incarnation then
  return {'unknown'}
end
redis.call('HSET', meta, 'phase', 'closed')
local left = redis.call('LLEN', pool) - redis.call('BITCOUNT', taken)
return {'closed', redis.call('HLEN', claims), left}

#!lua
-- load_rain.lua: fills a rain's pool, a chunk a call, before the rain opens.
--
-- KEYS  1 meta  hash    {r:<rain>}:meta
--       2 pool  list    {r:<rain>}:pool   '<packet>:<amount>', next to be caught first
-- ARGV  1 incarnation  hex, fresh for this life of the rain
--       2 offset       how many packets went in before this chunk
--       3 open_to      'everyone'; 'listed': only who is in the set of the eligible; 'prizes': only
--                      for whom a packet is noted there, and each for that one
--       4.. packets    '<packet>:<amount>', 1,000 at most
-- Returns  {'loaded', length}  the pool's length now
--          {'at', length}      the pool's length is not the offset: go on from here
--          {'phase', phase}    the rain is open or closed
--          {'unknown'}         another life of this rain is there
--          {'corrupt', key}    a key has the wrong type
--          Nothing changed but in the first.
-- Called by  rain::Rains, in order; after a call that timed out it asks again and goes on
--            from where the pool is.
-- Can fail   RPUSH after HSET: the rain is then 'loading' with a shorter pool, which is what
--            the next call expects.
local meta, pool = KEYS[1], KEYS[2]
local incarnation, offset, open_to = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local wanted = {[meta] = 'hash', [pool] = 'list'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', meta, 'incarnation', 'phase')
if known[1] and known[1] ~= incarnation then
  return {'unknown'}
end
if known[2] and known[2] ~= 'loading' then
  return {'phase', known[2]}
end
local length = redis.call('LLEN', pool)
if length ~= offset then
  return {'at', length}
end
redis.call('HSET', meta, 'v', '1', 'incarnation', incarnation, 'phase', 'loading',
  'open_to', open_to)
if #ARGV > 3 then
  length = redis.call('RPUSH', pool, unpack(ARGV, 4))
end
return {'loaded', length}

#!lua flags=allow-oom
-- confirm.lua: tells which claims of a shard stand, before they are settled. Streams and memories
--              may be of another server, or of another life of this one; what is here counts.
--
-- KEYS  1 meta    hash  {r:<rain>}:meta
--       2 claims  hash  {r:<rain>}:claims
-- ARGV  1 incarnation     the life of the rain that the caller knows
--       2 replication id  of the server whose claims may be settled
--       3 how             'write': one claim is written again as it stands, since WAIT waits for
--                         what the same connection has written, and so for all claims before it;
--                         'read': nothing is written
--       4.. account       hex, 1,000 at most
-- Returns  {'each', verdict, ..}  one for each account, in order:
--            'stands <packet>:<amount>:<at ms>'  the claim that it has
--            'none'                              it has none
--          {'unknown'}            no such rain, or another incarnation
--          {'replication', id}  this server has another replication id
--          {'corrupt', key}       a key has the wrong type
--          Nothing changed, whatever was returned.
-- Called by  rain::recovery for settlement, by settlement::finish, and by rain::recovery naming no
--            server, to hear which one it is; repeating it is harmless. It runs without memory to
--            spare, because what it writes is there already, and a full Redis must be settled.
-- Can fail   HSET is the only write, and changes nothing.
local meta, claims = KEYS[1], KEYS[2]
local incarnation, replication, how = ARGV[1], ARGV[2], ARGV[3]

local wanted = {[meta] = 'hash', [claims] = 'hash'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local its = redis.call('INFO', 'replication'):match('master_replid:(%x+)') or 'none'
if its ~= replication then
  return {'replication', its}
end
if redis.call('HMGET', meta, 'incarnation')[1] ~= incarnation then
  return {'unknown'}
end
local found = #ARGV > 3 and redis.call('HMGET', claims, unpack(ARGV, 4)) or {}
local said, last = {'each'}, nil
for n, claim in ipairs(found) do
  said[n + 1] = claim and 'stands ' .. claim or 'none'
  last = claim and n or last
end
if how == 'write' and last then
  redis.call('HSET', claims, ARGV[last + 3], found[last])
end
return said

#!lua flags=allow-oom
-- lease.lua: which node drives a game. It saves work; what protects a game is the epoch.
--
-- KEYS  1 lease   string   {g:<game>}:lease
--       2 state   hash     {g:<game>}:state
--       3 events  channel  {g:<game>}:events
-- ARGV  1 verb   'take', 'renew' or 'release'
--       2 token  '<node>:<run>', another for each run of a driver
--       3 ttl    how long the lease lasts from now on, in ms, the same on every node
--       4 epoch  to renew: nobody with an older one moves the game from now on; '0': no change
-- Returns  {'held'}           take, renew: the caller has the lease for the ttl. Asking again is
--                             harmless. What an earlier run of the same node had is free: it is
--                             gone. A lease that lasts longer than the ttl is free: the clock
--                             was set back, and whoever had it would keep it for as long as that
--          {'busy', left_ms}  take: somebody else has it; nothing changed
--          {'released'}       release: it is free, and every node hears so
--          {'lost'}           renew, release: it is not the caller's any more; nothing changed
--          {'corrupt', key}   a key has the wrong type; nothing changed
-- Called by  nodes::Leases. It runs without memory to spare, because whoever closes a rain in a
--            full Redis must hold the lease.
-- Can fail   TYPE, GET, PTTL and HGET come before any write. HSET, with SET not made after it:
--            older epochs are fenced and the lease runs out, the next try holds it again. DEL is
--            the one write of a release; SPUBLISH after it is a pcall, because whoever waits tries
--            again when the lease would have run out.
local lease, state, events = KEYS[1], KEYS[2], KEYS[3]
local verb, token, ttl, epoch = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local wanted = {[lease] = 'string', [state] = 'hash'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local holder = redis.call('GET', lease)
if verb == 'take' then
  if holder and holder:match('^[^:]*') ~= token:match('^[^:]*') then
    local left = redis.call('PTTL', lease)
    if left >= 0 and left <= tonumber(ttl) then
      return {'busy', left}
    end
  end
elseif holder ~= token then
  return {'lost'}
end
if verb == 'release' then
  redis.call('DEL', lease)
  redis.pcall('SPUBLISH', events, 'released')
  return {'released'}
end
local known = epoch ~= '0' and redis.call('HGET', state, 'epoch')
if known and tonumber(known) < tonumber(epoch) then
  redis.call('HSET', state, 'epoch', epoch)
end
redis.call('SET', lease, token, 'PX', ttl)
return {'held'}

#!lua
-- restore_rain.lua: puts claims back that Redis has forgotten, before anybody grabs again. A
-- packet is one account's or free when it is done, never both and never neither.
--
-- KEYS  1 meta    hash    {r:<rain>}:meta
--       2 pool    list    {r:<rain>}:pool
--       3 taken   string  {r:<rain>}:taken    bit n is 1: the n-th packet of the pool is taken
--       4 claims  hash    {r:<rain>}:claims
-- ARGV  1 incarnation  the life of the rain that the caller knows
--       2 replication  the replication id of this server that the caller brings up to date
--       3 source       'ledger': they are settled, so they are right whatever is here;
--                      'players': a player was told so, and has it again if account and packet are
--                      free and the rain is not closed
--       4 shards         how many shards the rain has: packet p is the (p / shards)-th of its pool
--       5.. claim      '<account> <packet>:<amount>:<at ms>', 1,000 at most. Behind one of the
--                      ledger's that was 'taken': ' <loser>', who has the packet here and loses
--                      it; ' -' where no account has it
-- Returns  {'each', verdict, ..}  one for each claim, in order:
--            'back'     it was missing here, and is back
--            'back <packet>:<amount>:<at ms>'  the same, and this, which its account had in its place,
--                       is free again
--            'there'    it is here
--            'taken'    another account has the packet; or, of what was told, its account has
--                       another packet, or there is no such packet
--          {'closed'}           what was told comes too late: a claim that is not settled may not
--                               be put into a rain that may be; nothing changed
--          {'unknown'}          no such rain, or another incarnation; nothing changed
--          {'replication', id}  this server has another replication id; nothing changed
--          {'corrupt', key}     a key has the wrong type; nothing changed
-- Called by  rain::recovery, when a Redis answers that may have lost its last writes, for
--            receipts, and for what the settler finds missing; repeating it is harmless. What a
--            call takes does not grow with the pool.
-- Can fail   By an ACL: SETBIT after HDEL, and then the losers have lost, the packets are nobody's,
--            and repeating mends it. HSET comes last; where it fails the bits are as they were.
local meta, pool, taken, claims = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local incarnation, replication, source, shards = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

local wanted = {[meta] = 'hash', [pool] = 'list', [taken] = 'string', [claims] = 'hash'}
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
local now = redis.call('INFO', 'replication'):match('master_replid:(%x+)') or 'none'
if now ~= replication then
  return {'replication', now}
end
if source ~= 'ledger' and known[2] == 'closed' then
  return {'closed'}
end

local offers, accounts = {}, {}
for i = 5, #ARGV do
  local account, claim, loser = ARGV[i]:match('^(%x+) (%d+:%d+:%d+) ?(.*)$')
  offers[i - 4] = {account = account, claim = claim, loser = loser}
  accounts[#accounts + 1] = account
  accounts[#accounts + 1] = loser ~= '' and loser or nil
end
local has = {}
for n, had in ipairs(#accounts > 0 and redis.call('HMGET', claims, unpack(accounts)) or {}) do
  has[accounts[n]] = had or nil
end

local function packet_of(claim)
  return claim and tonumber(claim:match('^%d+'))
end
local length = redis.call('LLEN', pool)
-- The bits that were looked at, as they are and as they shall be.
local was, shall = {}, {}
local function place_of(packet)
  local place = math.floor(packet / shards)
  if place < length and not was[place] then
    was[place] = redis.call('GETBIT', taken, place)
    shall[place] = was[place]
  end
  return place
end
local function mark(bits, other)
  for place, bit in pairs(bits) do
    if bit ~= other[place] then
      redis.call('SETBIT', taken, place, bit)
    end
  end
end

local said, rows, losers = {'each'}, {}, {}
for n, offer in ipairs(offers) do
  local account, claim, loser = offer.account, offer.claim, offer.loser
  local mine, packet = has[account], packet_of(claim)
  local place, same = place_of(packet), packet_of(mine) == packet
  if loser ~= account and packet_of(has[loser]) == packet then
    losers[#losers + 1], has[loser] = loser, nil
    shall[place] = shall[place] and 0
  end
  local free = same or loser == '-' or shall[place] == 0
  if mine == claim or same and source ~= 'ledger' then
    said[n + 1] = 'there'
  elseif not free or mine and source ~= 'ledger' then
    said[n + 1] = 'taken'
  else
    local before = not same and packet_of(mine)
    if before and shall[place_of(before)] then
      shall[place_of(before)] = 0
    end
    has[account] = claim
    rows[#rows + 1], rows[#rows + 2] = account, claim
    said[n + 1] = before and 'back ' .. mine or 'back'
  end
  -- Also where it was there before: an attempt that failed half-way may have left the bit.
  if packet_of(has[account]) == packet then
    shall[place] = shall[place] and 1
  end
end
if #losers > 0 then
  redis.call('HDEL', claims, unpack(losers))
end
mark(shall, was)
if #rows > 0 then
  local written = redis.pcall('HSET', claims, unpack(rows))
  if type(written) == 'table' then
    mark(was, shall)
    return written
  end
end
return said

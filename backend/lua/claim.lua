#!lua
-- claim.lua: taps of many players grab packets. The only place that decides who gets what.
--
-- KEYS  1 meta      hash    {r:<rain>}:meta
--       2 pool      list    {r:<rain>}:pool      '<packet>:<amount>', next to be caught first
--       3 taken     string  {r:<rain>}:taken     bit n is 1: the n-th packet of the pool is taken
--       4 claims    hash    {r:<rain>}:claims    account -> '<packet>:<amount>:<at ms>'
--       5 eligible  set     {r:<rain>}:eligible  accounts, read only where the rain is 'listed'; in
--                           one of 'prizes' a hash: account -> where its packet lies in the pool
--       6 stream    stream  {r:<rain>}:stream    claims on their way to the ledger
--       7 removed   set     {r:<rain>}:removed   accounts that the host has sent away: whoever may
--                           grab, they may not. Seldom there
-- ARGV  1 incarnation  the life of the rain that the caller knows
--       2 replication  the replication id of this server that the caller has brought up to date
--       3.. account    hex; as many as tap, the first to be served first
-- Returns  {'each', verdict, ..}  one for each account, in order:
--            'caught <packet>:<amount>:<at ms>'
--            'repeat <packet>:<amount>:<at ms>'  the packet it has, whatever the time is
--            'early' 'over'   outside the window, by Redis time, or not open
--            'ineligible'     the account may not grab in this rain, or was sent away
--            'sold_out'       every packet is taken; in a rain of prizes, that of the account
--          {'unknown'}        no such rain, or another incarnation
--          {'replication', id}  this server has another replication id: it may have lost its last
--                             writes
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed but for those who 'caught'. Where there is a 'repeat', one claim is
--          written again as it stands: WAIT waits for what the same connection has written, and
--          the claim may have come over another.
-- Called by  rain::claims, with the taps that came while earlier calls were on their way;
--            repeating it is harmless.
-- Can fail   Amounts are texts that Lua never computes with. Types are checked before the first
--            write and `#!lua` refuses for lack of memory before it. Should HSET fail after
--            BITFIELD, by an ACL, then the packets are free again. XADD comes last and is
--            a pcall: the claims stand in 'claims' then, which is what counts, and the settler
--            finds them there when it compares. Accounts are taken in chunks; where a
--            chunk fails, those before it have their claims, and repeating tells.
local meta, pool, taken, claims, eligible, stream, removed =
  KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
-- Lua's unpack takes some thousands at most, and HSET has two arguments for each account.
local CHUNK = 400

local wanted = {
  [meta] = 'hash', [pool] = 'list', [taken] = 'string', [claims] = 'hash', [stream] = 'stream',
}
local function is_corrupt(key, kind)
  local actual = redis.call('TYPE', key).ok
  return actual ~= 'none' and actual ~= kind
end
local removals = redis.call('TYPE', removed).ok
if removals ~= 'none' and removals ~= 'set' then
  return {'corrupt', removed}
end
for key, kind in pairs(wanted) do
  if is_corrupt(key, kind) then
    return {'corrupt', key}
  end
end
local known =
  redis.call('HMGET', meta, 'incarnation', 'phase', 'opens_ms', 'closes_ms', 'open_to')
if known[1] ~= ARGV[1] then
  return {'unknown'}
end
local prizes = known[5] == 'prizes'
if is_corrupt(eligible, prizes and 'hash' or 'set') then
  return {'corrupt', eligible}
end
-- Another one after every start as a primary, also of a process that was one before.
local replication = redis.call('INFO', 'replication'):match('master_replid:(%x+)') or 'none'
if replication ~= ARGV[2] then
  return {'replication', replication}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local refusal = nil
if known[2] ~= 'open' then
  refusal = known[2] == 'closed' and 'over' or 'early'
elseif now < tonumber(known[3]) then
  refusal = 'early'
elseif now >= tonumber(known[4]) then
  refusal = 'over'
end
local at = ':' .. string.format('%.0f', now)

-- The first place whose bit is this.
local function find(bit, ...)
  return redis.call('BITPOS', taken, bit, ...)
end
-- Gives places that follow each other the same bit.
local function mark(from, count, bit)
  local words = {}
  for first = from, from + count - 1, 32 do
    local width = math.min(32, from + count - first)
    words[#words + 1], words[#words + 2] = 'SET', 'u' .. width
    words[#words + 1], words[#words + 2] = first, bit * (2 ^ width - 1)
  end
  redis.call('BITFIELD', taken, unpack(words))
end

-- Places whose packets this call has granted as prizes.
local granted = {}
-- The packet that lies there, if it is free.
local function prize(place)
  local packet = redis.call('LINDEX', pool, place)
  if packet and not granted[place] and redis.call('GETBIT', taken, place) == 0 then
    granted[place] = true
    return packet
  end
end

-- The verdict of the account at i stands at i - 1, behind the word.
local said = {'each'}
for first = 3, #ARGV, CHUNK do
  local last = math.min(first + CHUNK - 1, #ARGV)
  local had = redis.call('HMGET', claims, unpack(ARGV, first, last))
  local may, gone = {}, {}
  if not refusal and known[5] == 'listed' then
    may = redis.call('SMISMEMBER', eligible, unpack(ARGV, first, last))
  elseif not refusal and prizes then
    may = redis.call('HMGET', eligible, unpack(ARGV, first, last))
  end
  if not refusal and removals == 'set' then
    gone = redis.call('SMISMEMBER', removed, unpack(ARGV, first, last))
  end
  local takers, place, again = {}, {}, nil
  local packets, runs = {}, {}
  for i = first, last do
    local account, n = ARGV[i], i - first + 1
    if had[n] then
      said[i - 1] = 'repeat ' .. had[n]
      again = i
    elseif refusal then
      said[i - 1] = refusal
    elseif may[n] == 0 or may[n] == false or gone[n] == 1 then
      said[i - 1] = 'ineligible'
    elseif not place[account] then
      local own = prizes and prize(may[n])
      if prizes and not own then
        said[i - 1] = 'sold_out'
      else
        place[account] = #takers + 1
        takers[#takers + 1] = account
        if own then
          packets[#packets + 1], runs[#runs + 1] = own, {tonumber(may[n]), 1}
        end
      end
    end
  end
  for _, run in ipairs(runs) do
    mark(run[1], run[2], 1)
  end
  -- Free packets lie in runs: from one run to the next is what was put back into the claims.
  while #packets < #takers do
    local from = find(0)
    local free = redis.call('LRANGE', pool, from, from + #takers - #packets - 1)
    if #free == 0 then
      break
    end
    local till = #free > 1 and find(1, from, -1, 'BIT') or -1
    local count = till < 0 and #free or math.min(#free, till - from)
    for n = 1, count do
      packets[#packets + 1] = free[n]
    end
    mark(from, count, 1)
    runs[#runs + 1] = {from, count}
  end
  local rows = {}
  for n, packet in ipairs(packets) do
    rows[2 * n - 1], rows[2 * n] = takers[n], packet .. at
  end
  local caught = #rows
  if again then
    rows[caught + 1], rows[caught + 2] = ARGV[again], had[again - first + 1]
  end
  if #rows > 0 then
    local written = redis.pcall('HSET', claims, unpack(rows))
    if type(written) == 'table' then
      for _, run in ipairs(runs) do
        mark(run[1], run[2], 0)
      end
      return written
    end
    if caught > 0 then
      redis.pcall('XADD', stream, '*', unpack(rows, 1, caught))
    end
  end
  -- Whoever is named twice in one call has a packet once.
  local served = {}
  for i = first, last do
    if not said[i - 1] then
      local n = place[ARGV[i]]
      local claim = n <= #packets and rows[2 * n]
      said[i - 1] = claim and (served[ARGV[i]] and 'repeat ' or 'caught ') .. claim or 'sold_out'
      served[ARGV[i]] = true
    end
  end
end
return said

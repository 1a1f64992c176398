#!lua
-- join.lua: gives many accounts their seats in a game, each at most one.
--
-- KEYS  1 state    hash    {g:<game>}:state
--       2 players  hash    {g:<game>}:players   account ->
--                                              '<seat>:<entropy>:<team>:<origin>:<at ms>:<avatar>:<nickname>'
--       3 names    hash    {g:<game>}:names     each form of a nickname -> account
--       4 newest   list    {g:<game>}:newest    '<avatar>:<nickname>', newest first
--       5 removed  set     {g:<game>}:removed   accounts that may not come back, and '@<origin>'
--                                              from which nobody comes any more; what
--                                              begins with '-' keeps nobody out
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 most         how many players the game takes
--       3 shown        how many of them 'newest' keeps
--       4 deal         among how many teams newcomers are dealt in turn; '0': as each says
--       5.. account    hex, and after each account
--           entropy    hex: what its phone adds to the draws of the game
--           team       its number from 0; '-': none
--           origin     hex: what the game keeps of the address that it comes from
--           avatar     the number of its face
--           nickname   cleaned by the caller
--           forms      those in which nicknames of one game must differ, one on each line
-- Returns  {'each', verdict, ..}  one for each account, in order:
--            'seated <seat> <team> <avatar> <nickname>'
--            'again <seat> <team> <avatar> <nickname>'  the account has had this seat, whatever it asks
--                                              for, and what it added first stays
--            'taken'                    somebody else has this nickname
--            'locked'                   newcomers are refused, or come too late
--            'removed'                  the host has sent away this account, or whoever comes from there
--            'full' 'ended'
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed but for those who were 'seated'. Where there is an 'again', one seat
--          is written again as it stands: WAIT waits for what the same connection has written,
--          and the seat may have come over another.
-- Called by  game::players, with the wishes that came while earlier calls were on their way;
--            repeating it is harmless.
-- Can fail   HSET of the state, which counts seats, before all else: numbers are left out then.
--            HSET of the seats, after HSET of the names: nobody of that chunk has a seat then,
--            and each name waits for its account, which takes both when it asks for it again.
--            'newest' is decoration, so LPUSH and LTRIM come last and are pcalls. Accounts are
--            taken in chunks; where a chunk fails, those before it are seated.
local state, players, names, newest, removed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local most, shown, deal = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
-- Lua's unpack takes some 8,000 at most. A name has seven forms at most, and HSET two arguments for each.
local CHUNK = 400

local wanted = {[state] = 'hash', [players] = 'hash', [names] = 'hash', [newest] = 'list', [removed] = 'set'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', state, 'incarnation', 'kind', 'locked', 'late_join', 'asked', 'seats')
if known[1] ~= ARGV[1] then
  return {'unknown'}
end
local time = redis.call('TIME')
local at = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local begun = known[5] ~= '0' or known[2] == 'paced' or known[2] == 'counting'
local closed = known[3] == '1' or known[4] == '0' and begun
local refusal = known[2] == 'ended' and 'ended' or closed and 'locked' or nil
-- Numbers of seats are never given twice: whoever was removed leaves a gap.
local count, number = redis.call('HLEN', players), tonumber(known[6])

local accounts, entropies, teams, origins, faces, forms = {}, {}, {}, {}, {}, {}
local told, banned = {}, {}
for i = 5, #ARGV, 7 do
  local n = #accounts + 1
  accounts[n], entropies[n], teams[n], origins[n] = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  faces[n], forms[n] = ARGV[i + 4] .. ':' .. ARGV[i + 5], ARGV[i + 6]
  told[n] = ARGV[i + 4] .. ' ' .. ARGV[i + 5]
  banned[2 * n - 1], banned[2 * n] = accounts[n], '@' .. origins[n]
end
local said = {'each'}
for first = 1, #accounts, CHUNK do
  local last = math.min(first + CHUNK - 1, #accounts)
  local had = redis.call('HMGET', players, unpack(accounts, first, last))
  -- Those of the account i are from begins[i] on, up to begins[i + 1].
  local wanted_names, begins = {}, {}
  for i = first, last do
    begins[i] = #wanted_names
    for form in string.gmatch(forms[i] .. '\n', '(.-)\n') do
      wanted_names[#wanted_names + 1] = form
    end
  end
  begins[last + 1] = #wanted_names
  local owners = redis.call('HMGET', names, unpack(wanted_names))
  local gone = redis.call('SMISMEMBER', removed, unpack(banned, 2 * first - 1, 2 * last))
  local seats, owned, seated, owner_of, arrived, again = {}, {}, {}, {}, {}, nil
  for i = first, last do
    local account, n = accounts[i], i - first + 1
    local seat = had[n] or seated[account]
    local taken = false
    for k = begins[i] + 1, begins[i + 1] do
      local owner = owners[k] or owner_of[wanted_names[k]]
      taken = taken or owner and owner ~= account
    end
    if seat then
      said[i + 1] = 'again ' .. string.gsub(seat, ':%x*:([^:]*):%x*:%d*:(%d*):', ' %1 %2 ', 1)
      again = had[n] and i or again
    elseif refusal then
      said[i + 1] = refusal
    elseif gone[2 * n - 1] == 1 or gone[2 * n] == 1 then
      said[i + 1] = 'removed'
    elseif count >= most then
      said[i + 1] = 'full'
    elseif taken then
      said[i + 1] = 'taken'
    else
      count, number = count + 1, number + 1
      local seat_number = string.format('%.0f', number)
      local team = deal > 0 and string.format('%.0f', (number - 1) % deal) or teams[i]
      seated[account] = table.concat({seat_number, entropies[i], team, origins[i], at, faces[i]}, ':')
      for k = begins[i] + 1, begins[i + 1] do
        owner_of[wanted_names[k]] = account
        owned[#owned + 1], owned[#owned + 2] = wanted_names[k], account
      end
      seats[#seats + 1], seats[#seats + 2] = account, seated[account]
      arrived[#arrived + 1] = faces[i]
      said[i + 1] = 'seated ' .. seat_number .. ' ' .. team .. ' ' .. told[i]
    end
  end
  if #owned > 0 then
    redis.call('HSET', state, 'seats', string.format('%.0f', number))
    redis.call('HSET', names, unpack(owned))
  end
  if again then
    seats[#seats + 1], seats[#seats + 2] = accounts[again], had[again - first + 1]
  end
  if #seats > 0 then
    redis.call('HSET', players, unpack(seats))
  end
  if #arrived > 0 then
    redis.pcall('LPUSH', newest, unpack(arrived))
    redis.pcall('LTRIM', newest, 0, shown - 1)
  end
end
return said

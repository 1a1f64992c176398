#!lua
-- join.lua: gives many accounts their seats in a game, each at most one.
--
-- KEYS  1 state    hash    {g:<game>}:state
--       2 players  hash    {g:<game>}:players   account -> '<seat>:<entropy>:<nickname>'
--       3 names    hash    {g:<game>}:names     folded nickname -> account
--       4 newest   list    {g:<game>}:newest    nicknames, newest first
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2 most         how many players the game takes
--       3 shown        how many nicknames 'newest' keeps
--       4.. account    hex, and after each account
--           entropy    hex: what its phone adds to the draws of the game
--           nickname   cleaned by the caller
--           folded     the form in which nicknames of one game must differ
-- Returns  {'each', verdict, ..}  one for each account, in order:
--            'seated <seat> <nickname>'
--            'again <seat> <nickname>'  the account has had this seat, whatever name it asks for,
--                                       and what it added first stays
--            'taken'                    somebody else has this nickname
--            'locked' 'full' 'ended'
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed but for those who were 'seated'. Where there is an 'again', one seat
--          is written again as it stands: WAIT waits for what the same connection has written,
--          and the seat may have come over another.
-- Called by  game::players, with the wishes that came while earlier calls were on their way;
--            repeating it is harmless.
-- Can fail   HSET of the seats, after HSET of the names: nobody of that chunk has a seat then,
--            and each name waits for its account, which takes both when it asks for it again.
--            'newest' is decoration, so LPUSH and LTRIM come last and are pcalls. Accounts are
--            taken in chunks; where a chunk fails, those before it are seated.
local state, players, names, newest = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local most, shown = tonumber(ARGV[2]), tonumber(ARGV[3])
-- Lua's unpack takes some thousands at most, and HSET has two arguments for each account.
local CHUNK = 400

local wanted = {[state] = 'hash', [players] = 'hash', [names] = 'hash', [newest] = 'list'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', state, 'incarnation', 'kind', 'locked')
if known[1] ~= ARGV[1] then
  return {'unknown'}
end
local refusal = known[2] == 'ended' and 'ended' or known[3] == '1' and 'locked' or nil
local count = redis.call('HLEN', players)

local accounts, entropies, nicknames, folded = {}, {}, {}, {}
for i = 4, #ARGV, 4 do
  accounts[#accounts + 1], entropies[#entropies + 1] = ARGV[i], ARGV[i + 1]
  nicknames[#nicknames + 1], folded[#folded + 1] = ARGV[i + 2], ARGV[i + 3]
end
local said = {'each'}
for first = 1, #accounts, CHUNK do
  local last = math.min(first + CHUNK - 1, #accounts)
  local had = redis.call('HMGET', players, unpack(accounts, first, last))
  local owners = redis.call('HMGET', names, unpack(folded, first, last))
  local seats, owned, seated, owner_of, arrived, again = {}, {}, {}, {}, {}, nil
  for i = first, last do
    local account, name, n = accounts[i], folded[i], i - first + 1
    local seat = had[n] or seated[account]
    local owner = owners[n] or owner_of[name]
    if seat then
      said[i + 1] = 'again ' .. string.gsub(seat, ':%x*:', ' ', 1)
      again = had[n] and i or again
    elseif refusal then
      said[i + 1] = refusal
    elseif count >= most then
      said[i + 1] = 'full'
    elseif owner and owner ~= account then
      said[i + 1] = 'taken'
    else
      count = count + 1
      local number = string.format('%.0f', count)
      owner_of[name] = account
      seated[account] = number .. ':' .. entropies[i] .. ':' .. nicknames[i]
      owned[#owned + 1], owned[#owned + 2] = name, account
      seats[#seats + 1], seats[#seats + 2] = account, seated[account]
      arrived[#arrived + 1] = nicknames[i]
      said[i + 1] = 'seated ' .. number .. ' ' .. nicknames[i]
    end
  end
  if #owned > 0 then
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

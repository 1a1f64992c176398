#!lua
-- avatar.lua: gives many players of a game other faces, while it is in the lobby.
--
-- KEYS  1 state    hash     {g:<game>}:state
--       2 players  hash     {g:<game>}:players
--       3 newest   list     {g:<game>}:newest
--       4 events   channel  {g:<game>}:events
-- ARGV  1 incarnation  the life of the state that the caller knows
--       2.. account    hex, and after each account
--           avatar     the number of its new face
-- Returns  {'each', verdict, ..}  one for each account, in order:
--            'set <seat> <team> <avatar> <nickname>'
--                               also later, where the seat has this face already
--            'late'             the lobby is over
--            'gone'             the account has no seat
--          {'unknown'}        no such game, or another incarnation
--          {'corrupt', key}   a key has the wrong type
--          Nothing changed but for those whose face was 'set'.
-- Called by  game::avatars, with the wishes that came while earlier calls were on their way;
--            repeating it is harmless.
-- Can fail   HSET of a chunk of seats: those before it have their faces. LRANGE, LSET and SPUBLISH are
--            pcalls: a lobby shows the face that a newcomer had, or the new one a little later. It is not
--            in the game's log: what a board showed has its faces.
local state, players, newest, events = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
-- Lua's unpack takes some 8,000 at most.
local CHUNK = 400

local wanted = {[state] = 'hash', [players] = 'hash', [newest] = 'list'}
for key, kind in pairs(wanted) do
  local actual = redis.call('TYPE', key).ok
  if actual ~= 'none' and actual ~= kind then
    return {'corrupt', key}
  end
end
local known = redis.call('HMGET', state, 'incarnation', 'kind')
if known[1] ~= ARGV[1] then
  return {'unknown'}
end
local is_lobby = known[2] == 'lobby'
local accounts, avatars = {}, {}
for i = 2, #ARGV, 2 do
  local n = #accounts + 1
  accounts[n], avatars[n] = ARGV[i], ARGV[i + 1]
end
-- Where each face stands in the lobby.
local places = {}
for i, face in ipairs(is_lobby and redis.pcall('LRANGE', newest, 0, -1) or {}) do
  places[face] = i - 1
end
local said, shown = {'each'}, {}
for first = 1, #accounts, CHUNK do
  local last = math.min(first + CHUNK - 1, #accounts)
  local had = redis.call('HMGET', players, unpack(accounts, first, last))
  local has, seats = {}, {}
  for i = first, last do
    local seated = has[accounts[i]] or had[i - first + 1] or ''
    local head, old, name = string.match(seated, '^(%d+:%x*:[^:]*:%x*:%d*:)(%d*:)(.*)$')
    local before, face = head and old .. name, head and avatars[i] .. ':' .. name
    if head and not is_lobby and before ~= face then
      said[i + 1] = 'late'
    elseif head then
      local seat, team = string.match(head, '^(%d+):%x*:([^:]*):')
      has[accounts[i]] = head .. face
      seats[#seats + 1], seats[#seats + 2] = accounts[i], head .. face
      if places[before] and before ~= face then
        places[before], places[face] = nil, places[before]
        shown[#shown + 1] = face
      end
      said[i + 1] = 'set ' .. table.concat({seat, team, avatars[i], name}, ' ')
    else
      said[i + 1] = 'gone'
    end
  end
  if #seats > 0 then
    redis.call('HSET', players, unpack(seats))
  end
end
for _, face in ipairs(shown) do
  if places[face] then
    redis.pcall('LSET', newest, places[face], face)
  end
end
if #shown > 0 then
  redis.pcall('SPUBLISH', events, 'lobby')
end
return said

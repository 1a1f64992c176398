#!lua
-- once.lua: tells players what became of their packets, each piece of news once.
--
-- KEYS  1 pushed  set      {g:<game>}:pushed   ids of what was told lately
--       2 events  channel  {g:<game>}:events
-- ARGV  1 ttl_ms  how long after the last news the ids are kept
--       2.. news  an id and an item by turns, 1,000 at most: the items whose ids are new are
--                 published in one message, 'push ' and then the items
-- Returns  {'pushed', count}  so many were new
--          {'corrupt', key}   a key has the wrong type; nothing was told
-- Called by  settlement, payout::worker, and rain::recovery for what is lost. Several of them may
--            have the same news.
-- Can fail   SADD and PEXPIRE, after SPUBLISH: the news is told and may be told again, which clients
--            that show each once do not mind. Without PEXPIRE the ids stay until the game is forgotten.
local pushed, events = KEYS[1], KEYS[2]
local ttl = ARGV[1]

local actual = redis.call('TYPE', pushed).ok
if actual ~= 'none' and actual ~= 'set' then
  return {'corrupt', pushed}
end
local ids = {}
for i = 2, #ARGV, 2 do
  ids[i / 2] = ARGV[i]
end
local known = #ids > 0 and redis.call('SMISMEMBER', pushed, unpack(ids)) or {}
local seen, new, items = {}, {}, {}
for n, id in ipairs(ids) do
  if known[n] == 0 and not seen[id] then
    seen[id] = true
    new[#new + 1] = id
    items[#items + 1] = ARGV[2 * n + 1]
  end
end
if #new > 0 then
  redis.call('SPUBLISH', events, 'push ' .. table.concat(items))
  redis.call('SADD', pushed, unpack(new))
  redis.call('PEXPIRE', pushed, ttl)
end
return {'pushed', #new}

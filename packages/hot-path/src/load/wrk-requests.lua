-- Sends the requests that hot-path passes on standard input (see wrk.js), in order and repeatedly.
dofile(string.match(debug.getinfo(1, 'S').source, '^@(.*)wrk%-requests%.lua$') .. 'wrk.lua')

local requests, at, ids = {}, 0, 0

local function number()
  return tonumber(io.read('*l'))
end

local function read()
  local one = { isFresh = io.read('*l') == 'each time anew', method = io.read('*l'), path = io.read('*l'), headers = {} }
  for _ = 1, number() do
    local name = io.read('*l')
    one.headers[name] = io.read('*l')
  end
  local length = number()
  if length > 0 then one.body = io.read(length) end
  io.read('*l')
  return one
end

local function written(one)
  return wrk.format(one.method, one.path, one.headers, one.body)
end

-- Replaces all placeholders of a request with an id that is new for each request.
local function fresh(one)
  ids = ids + 1
  local id = string.format('%08d-%08d', os.time() % 100000000, ids)
  local function filled(text)
    return text and string.gsub(text, '%[<id>%]', id) or nil
  end
  local headers = {}
  for name, value in pairs(one.headers) do headers[name] = (filled(value)) end
  return wrk.format(one.method, (filled(one.path)), headers, (filled(one.body)))
end

function init()
  for i = 1, number() do
    local one = read()
    requests[i] = one.isFresh and one or written(one)
  end
end

function request()
  at = at % #requests + 1
  local one = requests[at]
  return type(one) == 'string' and one or fresh(one)
end

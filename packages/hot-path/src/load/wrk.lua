-- wrk corrects latencies for coordinated omission. wrk.js restores the measured ones from this histogram.
function done (summary, latency, requests)
  io.write(string.format('hot-path summary %d %d\n', summary.duration, summary.requests))
  for i = 1, #latency do
    local value, count = latency(i)
    io.write(string.format('hot-path latency %d %d\n', value, count))
  end
end

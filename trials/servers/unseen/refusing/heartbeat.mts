import http from 'node:http';

type Bucket = { tokens: number; at: number };
type Beat = { count: number; lastSeen: number };

const BURST = 100;
const PER_SECOND = 50;
const FORGET_MS = 120_000;

const buckets = new Map<string, Bucket>();
const beats = new Map<string, Beat>();

function take(address: string): boolean { // <- here
  const now = Date.now();
  const bucket = buckets.get(address) ?? { tokens: BURST, at: now };
  bucket.tokens = Math.min(BURST, bucket.tokens + ((now - bucket.at) / 1000) * PER_SECOND);
  bucket.at = now;
  buckets.set(address, bucket);
  if (bucket.tokens < 1) return false; // <- here
  bucket.tokens -= 1;
  return true;
}

const server = http.createServer((req, res) => {
  const address = req.socket.remoteAddress ?? 'unknown';
  if (!take(address)) { // <- here
    req.socket.resetAndDestroy(); // <- here
    return;
  }

  const device = String(req.headers['x-device-id'] ?? address);
  const beat = beats.get(device) ?? { count: 0, lastSeen: 0 };
  beat.count += 1;
  beat.lastSeen = Date.now();
  beats.set(device, beat);

  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ device, beats: beat.count, next: 30 }));
});

setInterval(() => {
  const limit = Date.now() - FORGET_MS;
  for (const [device, beat] of beats) {
    if (beat.lastSeen < limit) beats.delete(device);
  }
  for (const [address, bucket] of buckets) {
    if (bucket.at < limit) buckets.delete(address);
  }
}, 30_000).unref();

server.listen(Number(process.env.PORT), process.env.HOST);

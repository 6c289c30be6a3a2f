import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Value = { raw: number; scaled: number };
type Sample = { at: number; channel: number; value: Value; flags: number[] };

const CHANNELS = 600;
const KEEP = 400_000;

const frame = new Float64Array(CHANNELS);
for (let i = 0; i < CHANNELS; i++) frame[i] = 20.25 + Math.sin(i / 9) * 4;

class ReplayWindow {
  #samples: Sample[] = [];
  #cursor = 0;
  #frames = 0;

  constructor() {
    const start = Date.now();
    while (this.#samples.length < KEEP) {
      const i = this.#samples.length;
      this.#samples.push(this.#sample(start - 1000, i % CHANNELS, frame[i % CHANNELS]));
    }
  }

  #sample(at: number, channel: number, raw: number): Sample {
    return { at, channel, value: { raw, scaled: raw * 1.8 + 0.5 }, flags: [channel & 7] }; // <- here
  }

  push(at: number, readings: Float64Array): void {
    for (let channel = 0; channel < readings.length; channel++) {
      this.#samples[this.#cursor] = this.#sample(at, channel, readings[channel]); // <- here
      this.#cursor = (this.#cursor + 1) % KEEP;
    }
    this.#frames++;
  }

  last(count: number): Sample[] {
    const from = (this.#cursor - count + KEEP) % KEEP;
    return this.#samples.slice(from, from + count);
  }

  get frames(): number {
    return this.#frames;
  }
}

const replay = new ReplayWindow();

function overview(samples: Sample[]): Record<string, unknown> {
  const values = samples.map((sample) => sample.value.scaled).sort((a, b) => a - b);
  return {
    lowest: values[0],
    median: values[values.length >> 1],
    highest: values[values.length - 1],
    text: samples.map((sample) => `${sample.channel}=${sample.value.raw.toFixed(1)}`).join(' '),
  };
}

const server = createServer((req: IncomingMessage, res: ServerResponse) => {
  replay.push(Date.now(), frame);
  const body = JSON.stringify({ frames: replay.frames, overview: overview(replay.last(12)) });
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  res.end(body);
});

server.listen(Number(process.env.PORT), process.env.HOST);

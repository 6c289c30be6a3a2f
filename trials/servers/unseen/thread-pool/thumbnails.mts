import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import Fastify from 'fastify';
import { Piscina } from 'piscina';

interface Task { seed: number; size: number }
interface Thumbnail { width: number; height: number; colour: string }

// Runs in the pool: scales a picture down and finds its main colour.
export default function scale({ seed, size }: Task): Thumbnail {
  const source = new Uint8Array(size * size);
  for (let i = 0; i < source.length; i++) source[i] = (i * 31 + seed * 17) & 255;
  let sum = 0;
  for (let y = 2; y < size - 2; y++) {
    for (let x = 2; x < size - 2; x++) {
      let value = 0;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) value += source[(y + dy) * size + x + dx]!;
      }
      sum += value / 25;
    }
  }
  const grey = Math.round(sum / (size * size)) & 255;
  return { width: size / 4, height: size / 4, colour: `#${grey.toString(16).padStart(2, '0').repeat(3)}` };
}

if (isMainThread) {
  const pool = new Piscina({ filename: fileURLToPath(import.meta.url), minThreads: 2, maxThreads: 2 });
  const app = Fastify();
  let served = 0;

  const thumbnail = async (seed: number): Promise<Thumbnail> => { // <- here
    return pool.run({ seed, size: 320 }); // <- here
  };

  app.get('/', async (request, reply) => {
    const id = served++ % 1000;
    const picture = await thumbnail(id); // <- here
    reply.header('cache-control', 'max-age=60');
    return { id, ...picture };
  });

  app.get('/health', async () => ({ served }));

  await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
}

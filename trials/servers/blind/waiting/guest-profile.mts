import express from 'express';

type Profile = { guest: string; stays: number; pillow: string; tier: string };
type Waiting = { id: number; resolve: (profile: Profile) => void; reject: (error: Error) => void };

const pillows = ['down', 'memory foam', 'buckwheat'];
const profiles = new Map<number, Profile>();
for (let id = 1; id <= 5000; id += 1) {
  profiles.set(id, { guest: `G-${id}`, stays: id % 40, pillow: pillows[id % 3], tier: id % 40 > 25 ? 'gold' : 'blue' });
}

class ProfileLoader {
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #maxBatch: number;
  #patience: number;

  constructor(maxBatch: number, patience: number) {
    this.#maxBatch = maxBatch;
    this.#patience = patience;
  }

  load(id: number): Promise<Profile> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, resolve, reject });
      if (this.#waiting.length >= this.#maxBatch) this.#dispatch();
      else this.#timer ??= setTimeout(() => this.#dispatch(), this.#patience); // <- here
    });
  }

  #dispatch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.splice(0);
    const found = new Map([...new Set(batch.map(({ id }) => id))].map((id) => [id, profiles.get(id)]));
    for (const { id, resolve, reject } of batch) {
      const profile = found.get(id);
      if (profile) resolve(profile);
      else reject(new Error(`no guest ${id}`));
    }
  }
}

const loader = new ProfileLoader(1000, 350); // <- here
let next = 0;

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/', async (req, res) => {
  next = (next % profiles.size) + 1;
  const profile = await loader.load(next); // <- here
  res.json({ ...profile, greeting: profile.stays > 0 ? 'Welcome back' : 'Welcome' });
});

app.listen(Number(process.env.PORT), process.env.HOST);

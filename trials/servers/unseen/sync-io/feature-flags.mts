import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';

type Flags = Record<string, boolean>;

// One file per flag, the way the platform mounts them.
const mount = mkdtempSync(join(tmpdir(), 'flags-'));
for (const area of ['checkout', 'search', 'account', 'mail']) {
  for (let i = 1; i <= 80; i++) {
    writeFileSync(join(mount, `${area}.experiment-${i}`), i % 3 === 0 ? 'on\n' : 'off\n');
  }
}

const mounted = readdirSync(mount).map((name) => ({ name, file: join(mount, name) }));

function loadFlags(): Flags { // <- here
  const flags: Flags = {};
  for (const { name, file } of mounted) {
    flags[name] = readFileSync(file, 'utf8') === 'on\n'; // <- here
  }
  return flags;
}

function select(flags: Flags, area: string): string[] {
  const names: string[] = [];
  for (const name in flags) {
    if (flags[name] && name.startsWith(area)) names.push(name);
  }
  return names;
}

const app = Fastify();

app.get<{ Querystring: { area?: string } }>('/', async (request) => {
  const area = request.query.area ?? 'checkout';
  const flags = loadFlags(); // <- here
  return { area, active: select(flags, area) };
});

app.get('/health', async () => ({ ok: true }));

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });

process.on('exit', () => rmSync(mount, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit());

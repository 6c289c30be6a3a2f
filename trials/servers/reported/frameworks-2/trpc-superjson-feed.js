const { initTRPC, TRPCError } = require('@trpc/server');
const { createHTTPServer } = require('@trpc/server/adapters/standalone');
const { z } = require('zod');
const superjson = require('superjson');

const images = Array.from({ length: 2000 }, (_, i) => ({
  id: i + 1,
  title: `Image ${i + 1}`,
  user: { id: i % 40, username: `user${i % 40}`, memberSince: new Date(1600000000000 + i * 1e6) },
  stats: { likes: (i * 7) % 100, comments: i % 9, collected: i % 5 },
  tags: ['photo', `set-${i % 12}`, i % 2 ? 'portrait' : 'landscape'],
  createdAt: new Date(1700000000000 + i * 1e5),
  publishedAt: new Date(1700000100000 + i * 1e5),
  deletedAt: null,
}));

const t = initTRPC.context().create({
  transformer: superjson, // HERE
  errorFormatter: ({ shape }) => ({ ...shape, data: { ...shape.data, stack: undefined } }),
});

function createContext({ req }) {
  return { user: req.headers['x-user'] || null };
}

const timed = t.middleware(async ({ path, next }) => {
  const begun = performance.now();
  const result = await next();
  const took = performance.now() - begun;
  if (took > 200) console.warn(`slow procedure ${path}: ${took.toFixed(0)} ms`);
  return result;
});

const publicProcedure = t.procedure.use(timed);

const appRouter = t.router({
  feed: publicProcedure
    .input(z.object({ cursor: z.number().int().min(0), limit: z.number().max(200) }).optional())
    .query(({ input }) => {
      const { cursor, limit } = input || { cursor: 0, limit: 100 };
      const items = images.slice(cursor, cursor + limit);
      return { items, nextCursor: cursor + limit < images.length ? cursor + limit : null };
    }),
  image: publicProcedure.input(z.object({ id: z.number() })).query(({ input }) => {
    const image = images.find((one) => one.id === input.id);
    if (!image) throw new TRPCError({ code: 'NOT_FOUND' });
    return image;
  }),
  ping: publicProcedure.query(() => 'pong'),
});

const { server } = createHTTPServer({ router: appRouter, createContext });
server.listen(process.env.PORT || 3000, '127.0.0.1');

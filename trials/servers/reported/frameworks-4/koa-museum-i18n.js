'use strict';
const http = require('http');
const { fork } = require('child_process');

if (process.argv[2] === 'translations') {
  const words = ['room', 'guide', 'ticket', 'opening', 'artist', 'period', 'sculpture', 'painting', 'audio', 'family'];
  const bundle = (language, namespace) => {
    const out = {};
    for (let i = 0; i < 400; i++) {
      const word = words[i % words.length];
      out[`${word}_${i}`] = `[${language}] ${namespace} text about the ${word} number ${i}, {{name}}`;
    }
    out.heading = `[${language}] Exhibition {{name}}`;
    out.hours = `[${language}] Open from {{from}} to {{to}}`;
    out.price = `[${language}] Admission {{amount}}`;
    return JSON.stringify(out);
  };
  const cache = new Map();
  const server = http.createServer((req, res) => {
    const [, language, namespace] = req.url.split('/');
    const key = `${language}/${namespace}`;
    if (!cache.has(key)) cache.set(key, bundle(language, namespace));
    setTimeout(() => {
      res.setHeader('content-type', 'application/json');
      res.end(cache.get(key));
    }, 5);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
  return;
}

const Koa = require('koa');
const Router = require('@koa/router');
const i18next = require('i18next');
const HttpBackend = require('i18next-http-backend');

const exhibitions = [
  { id: 1, name: 'Flemish Light', from: '09:00', to: '18:00', amount: '12 EUR' },
  { id: 2, name: 'Clay and Fire', from: '10:00', to: '20:00', amount: '9 EUR' },
  { id: 3, name: 'Paper Cities', from: '09:30', to: '17:00', amount: '7 EUR' },
];

function start(port) {
  const app = new Koa();
  const router = new Router();

  async function translator(language) {
    const instance = i18next.createInstance(); // HERE
    await instance.use(HttpBackend).init({
      lng: language,
      fallbackLng: false,
      ns: ['exhibition'],
      defaultNS: 'exhibition',
      backend: { loadPath: `http://127.0.0.1:${port}/{{lng}}/{{ns}}` }, // HERE
    });
    return instance.t;
  }

  function page(t, item) {
    return `<!doctype html><title>${t('heading', item)}</title>
<h1>${t('heading', item)}</h1><p>${t('hours', item)}</p><p>${t('price', item)}</p>`;
  }

  router.get('/:language/exhibitions/:id', async (ctx) => {
    const item = exhibitions.find((e) => e.id === Number(ctx.params.id));
    if (!item) ctx.throw(404, 'no such exhibition');
    const t = await translator(ctx.params.language);
    ctx.type = 'html';
    ctx.body = page(t, item);
  });

  router.get('/api/exhibitions', (ctx) => {
    ctx.body = exhibitions;
  });

  app.use(router.routes()).use(router.allowedMethods());
  app.listen(process.env.PORT || 3000, '127.0.0.1');
}

const child = fork(__filename, ['translations']);
child.once('message', start);

process.env.NODE_ENV = process.env.NODE_ENV || 'production';
const Koa = require('koa');
const Router = require('@koa/router');
const React = require('react');
const { renderToString } = require('react-dom/server');
const { default: styled, ServerStyleSheet, ThemeProvider } = require('styled-components');

const h = React.createElement;
const theme = { accent: '#0a6', muted: '#777', gap: '12px' };
const teams = 'Rovers United Albion Athletic Wanderers Town City Rangers Villa County Orient Forest Palace Argyle Vale Harriers Stanley Alexandra Dons Swifts'.split(' ');

const Page = styled.main`max-width: 960px; margin: 0 auto; padding: ${(p) => p.theme.gap};`;
const Heading = styled.h1`font-size: 24px; color: ${(p) => p.theme.accent};`;
const Row = styled.li`display: flex; justify-content: space-between; padding: 4px 0;`;
const Name = styled.span`flex: 1; color: ${(p) => (p.leader ? p.theme.accent : 'inherit')};`;

function loadStandings() {
  return teams.map((team, i) => ({ team, played: 14, points: 42 - i * 2, form: i % 2 ? 'down' : 'up' })).sort((a, b) => b.points - a.points);
}

const Badge = styled.b`padding: 0 6px; background: ${(p) => (p.form === 'up' ? '#dfd' : '#fdd')};`;

function Points({ value, form }) {
  return h(Badge, { form }, value);
}

function Standings({ rows }) {
  return h(Page, null,
    h(Heading, null, 'Standings'),
    h('ul', null, rows.map((row, i) =>
      h(Row, { key: row.team },
        h(Name, { leader: i === 0 }, row.team),
        h('span', null, row.played),
        h(Points, { value: row.points, form: row.form })))));
}

function renderPage(element) {
  const sheet = new ServerStyleSheet();
  try {
    const body = renderToString(sheet.collectStyles(h(ThemeProvider, { theme }, element)));
    return `<!doctype html><html><head>${sheet.getStyleTags()}</head><body>${body}</body></html>`;
  } finally {
    sheet.seal();
  }
}

const router = new Router();
router.get('/health', (ctx) => { ctx.body = { ok: true }; });
router.get('/standings', (ctx) => {
  ctx.type = 'html';
  ctx.body = renderPage(h(Standings, { rows: loadStandings() }));
});

const app = new Koa();
app.use(async (ctx, next) => {
  const begun = Date.now();
  await next();
  ctx.set('x-response-time', `${Date.now() - begun}ms`);
});
app.use(router.routes());
app.listen(process.env.PORT || 3000, '127.0.0.1');

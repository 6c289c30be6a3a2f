const fastify = require('fastify')();
const sass = require('sass-embedded');

const base = `
@use 'sass:color';
@use 'sass:math';

$unit: 8px !default;

@function step($n) {
  @return $unit * $n;
}

@mixin button($background) {
  background: $background;
  border: 1px solid color.adjust($background, $lightness: -10%);
  border-radius: math.div($unit, 2);
  padding: step(1) step(2);

  &:hover {
    background: color.adjust($background, $lightness: -6%);
  }
}

body {
  color: $ink;
  font-family: $font;
}

.basket-button {
  @include button($brand);
}

.checkout-button {
  @include button($accent);
}

@for $i from 1 through 12 {
  .column-#{$i} {
    flex-basis: math.percentage(math.div($i, 12));
  }
}
`;

const compiler = sass.initAsyncCompiler();

const shops = {
  bakery: { brand: '#b5651d', accent: '#f4a460', ink: '#2f1b0c', font: 'Georgia, serif' },
  florist: { brand: '#3c8d5a', accent: '#e75480', ink: '#1d2b22', font: 'Lato, sans-serif' },
  bikes: { brand: '#0b5fa5', accent: '#ffb703', ink: '#14213d', font: 'Inter, sans-serif' },
};

function stylesheetOf(shop, highContrast) {
  const ink = highContrast ? '#000' : shop.ink;
  const variables = [
    `$brand: ${shop.brand};`,
    `$accent: ${shop.accent};`,
    `$ink: ${ink};`,
    `$font: ${shop.font};`,
  ];
  const uses = base.match(/^@use .*$/gm).join('\n');
  return [uses, ...variables, base.replace(/^@use .*$/gm, '')].join('\n');
}

async function themeCss(shop, highContrast) {
  const result = await (await compiler).compileStringAsync(stylesheetOf(shop, highContrast), { style: 'compressed' });
  return result.css;
}

fastify.get('/shops', async () => Object.keys(shops));

fastify.get('/shops/:name/theme.css', async (request, reply) => {
  const shop = shops[request.params.name];
  if (!shop) {
    return reply.code(404).send({ error: 'unknown shop' });
  }
  const css = await themeCss(shop, request.query.contrast === 'high');
  return reply.type('text/css').send(css);
});

fastify.listen({ port: Number(process.env.PORT || 3000), host: '127.0.0.1' });

'use strict';

const { randomUUID } = require('node:crypto');
const Hapi = require('@hapi/hapi');
const { MeterProvider } = require('@opentelemetry/sdk-metrics');
const { PrometheusExporter } = require('@opentelemetry/exporter-prometheus');

const exporter = new PrometheusExporter({ preventServerStart: true });
const provider = new MeterProvider();
provider.addMetricReader(exporter);

const meter = provider.getMeter('parcels');
const quoteTime = meter.createHistogram('parcel_quote_ms', { description: 'Time to quote a parcel' });
const quoteWeight = meter.createHistogram('parcel_weight_grams', { description: 'Weight of quoted parcels' });
const quotes = meter.createCounter('parcel_quotes', { description: 'Quotes given' });

const zones = {
  north: { base: 4.2, perKilo: 0.9, depot: 'Hamburg' },
  south: { base: 4.6, perKilo: 1.1, depot: 'Munich' },
  west: { base: 4.1, perKilo: 0.8, depot: 'Cologne' },
};

function createQuote(zone, grams) {
  const { base, perKilo, depot } = zones[zone];
  const price = base + Math.ceil(grams / 1000) * perKilo;
  return { id: randomUUID(), zone, depot, grams, price: Math.round(price * 100) / 100 };
}

function recordQuote(quote, startedAt) {
  const labels = { zone: quote.zone, depot: quote.depot, quote: quote.id }; // HERE
  quoteTime.record(performance.now() - startedAt, labels);
  quoteWeight.record(quote.grams, labels);
  quotes.add(1, labels);
}

async function main() {
  const server = Hapi.server({ port: process.env.PORT || 3000, host: '127.0.0.1' });

  server.route({ method: 'GET', path: '/zones', handler: () => Object.keys(zones) });

  server.route({
    method: 'GET',
    path: '/quotes/{zone}',
    handler: (request, h) => {
      const startedAt = performance.now();
      const { zone } = request.params;
      if (!zones[zone]) return h.response({ error: 'unknown zone' }).code(404);
      const quote = createQuote(zone, Number(request.query.grams) || 500);
      recordQuote(quote, startedAt);
      return quote;
    },
  });

  server.route({
    method: 'GET',
    path: '/metrics',
    handler: (request, h) => {
      exporter.getMetricsRequestHandler(request.raw.req, request.raw.res);
      return h.abandon;
    },
  });

  await server.start();
}

main();

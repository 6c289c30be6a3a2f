'use strict';

const express = require('express');
const Bottleneck = require('bottleneck');

const carriers = {
  swift: { base: 4.9, perKilo: 0.7, days: 1 },
  turtle: { base: 3.2, perKilo: 0.4, days: 4 },
  harbor: { base: 3.9, perKilo: 0.5, days: 3 },
  falcon: { base: 6.5, perKilo: 0.9, days: 1 },
  meadow: { base: 3.5, perKilo: 0.6, days: 3 },
  summit: { base: 4.1, perKilo: 0.6, days: 2 },
  orchid: { base: 4.4, perKilo: 0.8, days: 2 },
};

const shipments = Array.from({ length: 80 }, (_, i) => ({
  id: i + 1,
  city: `City ${i}`,
  parcels: Array.from({ length: 1 + (i % 3) }, (__, n) => ({ number: n + 1, kilos: 1 + ((i + n) % 9) })),
}));

function askCarrier(name, parcel) {
  const { base, perKilo, days } = carriers[name];
  return new Promise((resolve) => {
    setTimeout(() => resolve({ carrier: name, parcel: parcel.number, price: base + perKilo * parcel.kilos, days }), 4);
  });
}

function carrierQuota() {
  return new Bottleneck({ // HERE
    maxConcurrent: 4,
    reservoir: 30,
    reservoirRefreshAmount: 30,
    reservoirRefreshInterval: 60 * 1000,
  });
}

async function ratesFor(shipment, name) {
  const quota = carrierQuota(); // HERE
  const offers = await Promise.all(
    shipment.parcels.map((parcel) => quota.schedule(() => askCarrier(name, parcel))),
  );
  const total = offers.reduce((sum, offer) => sum + offer.price, 0);
  return { carrier: name, days: carriers[name].days, total: Math.round(total * 100) / 100 };
}

const app = express();

app.get('/shipments', (req, res) => {
  res.json(shipments.map(({ id, city }) => ({ id, city })));
});

app.get('/shipments/:id/rates', async (req, res, next) => {
  const shipment = shipments.find(({ id }) => id === Number(req.params.id));
  if (!shipment) return res.status(404).json({ error: 'unknown shipment' });
  try {
    const rates = await Promise.all(Object.keys(carriers).map((name) => ratesFor(shipment, name)));
    rates.sort((a, b) => a.total - b.total);
    res.json({ id: shipment.id, city: shipment.city, rates });
  } catch (error) {
    next(error);
  }
});

app.listen(process.env.PORT || 3000, '127.0.0.1');

'use strict';
const express = require('express');
const Ajv = require('ajv');
const addFormats = require('ajv-formats');

const schemas = {
  contact: {
    type: 'object',
    required: ['id', 'email', 'address'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      email: { type: 'string', format: 'email' },
      name: { type: 'string', maxLength: 80 },
      createdAt: { type: 'string', format: 'date-time' },
      address: {
        type: 'object',
        required: ['city', 'country'],
        properties: {
          city: { type: 'string', minLength: 1 },
          country: { type: 'string', pattern: '^[A-Z]{2}$' },
          zip: { type: 'string', pattern: '^[0-9]{5}$' },
        },
      },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    },
  },
};

// the batch that a sync job left for review
const batch = [];
for (let id = 1; id <= 5; id++) {
  batch.push({
    id,
    email: id % 4 ? `user${id}@example.com` : 'broken',
    name: `User ${id}`,
    createdAt: new Date(1.7e12 + id * 6e4).toISOString(),
    address: { city: 'Berlin', country: 'DE', zip: '10115' },
    tags: ['import', `batch-${id % 3}`],
  });
}

const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
const validators = new Map(Object.keys(schemas).map((model) => [model, ajv.compile(schemas[model])]));

function validateRecord(model, record) {
  const validate = validators.get(model);
  return validate(record) ? [] : validate.errors.map((e) => `${e.instancePath} ${e.message}`);
}

function review(model, records) {
  const rejected = [];
  for (const record of records) {
    const errors = validateRecord(model, record);
    if (errors.length) rejected.push({ id: record.id, errors });
  }
  return { model, total: records.length, rejected };
}

const app = express();
app.get('/models', (req, res) => res.json(Object.keys(schemas)));
app.get('/batches/current/review', (req, res) => res.json(review('contact', batch)));

app.listen(process.env.PORT || 3000, '127.0.0.1');

'use strict';
const express = require('express');
const Ajv = require('ajv');

const ajv = new Ajv({ allErrors: true, coerceTypes: true });

const categories = ['books', 'music', 'games'];
const products = Array.from({ length: 500 }, (_, i) => ({
  id: i, category: categories[i % 3], title: `Product ${i}`, cents: 100 + ((i * 37) % 9000),
}));

function searchSchema(allowed) {
  return {
    type: 'object',
    properties: {
      category: { type: 'string', enum: allowed },
      max: { type: 'integer', minimum: 0, default: 10000 },
      page: { type: 'integer', minimum: 1 },
    },
    additionalProperties: false,
  };
}

function validateQuery(buildSchema) {
  const validate = ajv.compile(buildSchema(categories));
  return (req, res, next) => {
    const query = { ...req.query };
    if (!validate(query)) return res.status(400).json({ errors: validate.errors });
    req.search = query;
    next();
  };
}

function find({ category, max = 10000, page = 1 }) {
  const hits = products.filter((p) => (!category || p.category === category) && p.cents <= max);
  return { total: hits.length, items: hits.slice((page - 1) * 10, page * 10) };
}

const app = express();
app.get('/categories', (req, res) => res.json(categories));
app.get('/search', validateQuery(searchSchema), (req, res) => res.json(find(req.search)));

app.listen(process.env.PORT || 3000, '127.0.0.1');

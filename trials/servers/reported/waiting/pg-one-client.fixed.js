// Orders of a shop, stored in PostgreSQL.
const express = require('express');
const { Pool } = require('pg');
const startFake = require('./fake-start');

class OrderStore {
  constructor(port) {
    this.pool = new Pool({ host: '127.0.0.1', port, user: 'shop', password: 'shop', database: 'shop', max: 60 });
    this.pool.on('error', (err) => console.error('idle client', err.message));
  }

  async open() {
    this.db = this.pool;
    return this;
  }

  async latest(limit) {
    const { rows } = await this.db.query('SELECT id, customer, total FROM orders ORDER BY id DESC LIMIT $1', [limit]);
    return rows.map(toOrder);
  }

  async ofCustomer(customer) {
    const { rows } = await this.db.query('SELECT id, customer, total FROM orders WHERE customer = $1', [customer]);
    return rows.map(toOrder);
  }
}

function toOrder(row) {
  return { id: Number(row.id), customer: row.customer, total: Number(row.total) };
}

function sum(orders) {
  return orders.reduce((total, order) => total + order.total, 0);
}

async function main() {
  const store = await new OrderStore(await startFake('postgres')).open();
  const app = express();
  app.set('etag', false);

  app.get('/orders/latest', (req, res, next) => {
    store.latest(Math.min(Number(req.query.limit) || 10, 100))
      .then((orders) => res.json({ orders, total: sum(orders) }), next);
  });

  app.get('/customers/:name/orders', (req, res, next) => {
    store.ofCustomer(req.params.name).then((orders) => res.json({ orders, total: sum(orders) }), next);
  });

  app.listen(process.env.PORT || 3000, '127.0.0.1', () => console.log('listening'));
}

main();

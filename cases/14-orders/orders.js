'use strict'

const { setTimeout: wait } = require('timers/promises')

// Stands for the old order book.
const ANSWERS_AFTER_MS = 250

const orders = new Map([['1001', { id: '1001', state: 'sent' }], ['1002', { id: '1002', state: 'packed' }]])

async function find (id) {
  await wait(ANSWERS_AFTER_MS)
  if (!/^\d+$/.test(id)) throw new Error(`${id} is no order number`)
  return orders.get(id)
}

module.exports = { find }

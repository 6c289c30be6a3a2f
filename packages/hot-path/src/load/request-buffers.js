'use strict'

// autocannon's own: a request as the bytes that go over the connection.
const requestBuilder = require('autocannon/lib/httpRequestBuilder')
const { hasIds, withId } = require('./requests')

/** @typedef {import('./requests').WholeRequest} WholeRequest */

/**
 * The requests of a load, handed out in turns to whichever connection is free.
 */
class RequestBuffers {
  /** @type {(() => Buffer)[]} */
  #makers
  #next = 0

  /**
   * @param {WholeRequest[]} sequence
   * @param {object} options of autocannon's client: host, and headers that each request has
   */
  constructor (sequence, options) {
    const build = requestBuilder(options)
    const written = (/** @type {WholeRequest} */ request) => build({ ...request })
    /** @type {Map<WholeRequest, () => Buffer>} */
    const makers = new Map()
    for (const request of new Set(sequence)) makers.set(request, makerOf(request, written))
    this.#makers = sequence.map((request) => /** @type {() => Buffer} */ (makers.get(request)))
  }

  /** @returns {Buffer} */
  next () {
    const make = this.#makers[this.#next]
    this.#next = (this.#next + 1) % this.#makers.length
    return make()
  }
}

/**
 * @param {WholeRequest} request
 * @param {(request: WholeRequest) => Buffer} written
 * @returns {() => Buffer} what is always the same is written once
 */
function makerOf (request, written) {
  if (hasIds(request)) return () => written(withId(request))
  const buffer = written(request)
  return () => buffer
}

module.exports = { RequestBuffers }

'use strict'

const { originOf } = require('../process/address')
const { OperationalError } = require('../base/operational-error')
const { ANSWER_TIMEOUT_MS } = require('./requests')

/**
 * The headers that make a request conditional, for a workload that revalidates.
 *
 * @param {import('../records').Address} address
 * @param {import('../records').Workload} workload
 * @returns {Promise<Record<string, string>>} none for any other workload
 * @throws {OperationalError} when the server gives no ETag, or no answer within 10 s
 */
async function conditions (address, { path, revalidate }) {
  if (!revalidate) return {}
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const answer = await fetch(originOf(address) + path, { signal }).catch(function (err) {
    throw new OperationalError(`the server gives no answer at ${path}, so there is nothing to revalidate.`, { cause: err })
  })
  await answer.body?.cancel() // it may have no end
  const etag = answer.headers.get('etag')
  if (!etag) throw new OperationalError(`the server gives no ETag at ${path}, so there is nothing to revalidate.`)
  return { 'If-None-Match': etag }
}

module.exports = { conditions }

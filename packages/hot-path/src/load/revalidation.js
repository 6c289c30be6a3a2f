'use strict'

const { originOf } = require('../process/address')
const { OperationalError } = require('../base/operational-error')

/**
 * The headers that make a request conditional, for a workload that revalidates.
 *
 * @param {import('../records').Address} address
 * @param {import('../records').Workload} workload
 * @returns {Promise<Record<string, string>>} none for any other workload
 * @throws {OperationalError} when the server gives no ETag
 */
async function conditions (address, { path, revalidate }) {
  if (!revalidate) return {}
  const answer = await fetch(originOf(address) + path)
  await answer.arrayBuffer()
  const etag = answer.headers.get('etag')
  if (!etag) throw new OperationalError(`the server gives no ETag at ${path}, so there is nothing to revalidate.`)
  return { 'If-None-Match': etag }
}

module.exports = { conditions }

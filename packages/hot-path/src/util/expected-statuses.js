'use strict'

/**
 * @param {Partial<import('../types/pipeline').Workload>} [load]
 * @returns {boolean} whether 304 (Not Modified) is a correct response: a client with a cached response asks
 */
function isConditional ({ revalidate, requests = [] } = {}) {
  const isCondition = (/** @type {string} */ name) => /^if-(none-match|modified-since)$/i.test(name)
  return revalidate === true || requests.some(({ headers = {} }) => Object.keys(headers).some(isCondition))
}

/**
 * @param {Partial<import('../types/pipeline').Workload>} [load]
 * @returns {number[]} statuses outside 200-299 that are correct responses
 */
function expectedStatuses (load) {
  return [...new Set([...(load?.expects ?? []), ...(isConditional(load) ? [304] : [])])]
}

module.exports = { expectedStatuses, isConditional }

'use strict'

const { hotPath } = require('./helper')

/**
 * @param {string} subject
 * @param {string[]} options
 * @returns {Promise<any>} the record, with the exit status and the names of the findings
 */
async function checkup (subject, options) {
  const { status, stdout, stderr } = await hotPath(['checkup', subject, '--json', ...options])
  if (!stdout) throw new Error(stderr)
  const record = JSON.parse(stdout)
  return { status, ...record, names: record.findings.map(({ name }) => name) }
}

module.exports = { checkup }

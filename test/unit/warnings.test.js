'use strict'

const fc = require('fast-check')
const t = require('tap')
const { readWarnings } = require('../../scripts/commands/process-warnings')

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
const check = (property) => fc.assert(property, { numRuns: 300 })

t.test("Node's warnings are found in any output of a server", async function (t) {
  const warning = '(node:12) MaxListenersExceededWarning: too many\n    at attach (/app/util.js:3:7)\n'
  check(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), function (before, after) {
      return readWarnings(`${before}\n${warning}\n${after}`).some(({ name }) => name === 'MaxListenersExceededWarning')
    })
  )
})

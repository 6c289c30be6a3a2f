'use strict'

const Ajv = require('ajv').default
const schema = require('../scripts/schema.json')

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false })
ajv.addSchema(schema, 'record')

/**
 * @param {object} record that a command printed with --json
 * @throws {Error} when it is not as the schema says
 */
function assertRecord (record) {
  const names = Object.keys(schema.definitions).filter((name) => [schema.definitions[name].properties?.command].flatMap((command) => command?.enum ?? command?.const ?? []).includes(record.command))
  const validate = ajv.getSchema(`record#/definitions/${names[0]}`)
  if (!validate) throw new Error(`the schema knows no record of "${record.command}"`)
  if (!validate(record)) throw new Error(`what ${record.command} prints is not as its schema says: ${ajv.errorsText(validate.errors.slice(0, 5))}`)
}

module.exports = { assertRecord }

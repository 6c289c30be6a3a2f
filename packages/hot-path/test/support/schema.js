'use strict'

const Ajv = require('ajv').default

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false })
const definitions = []
addRecords(require('../../src/types/records.schema.json'))

/** @param {object} schema schema of further records */
function addRecords (schema) {
  const id = String(definitions.length)
  ajv.addSchema(schema, id)
  for (const [name, { properties }] of Object.entries(schema.definitions)) {
    definitions.push({ ref: `${id}#/definitions/${name}`, commands: commandsIn(properties) })
  }
}

function commandsIn (properties) {
  return [properties?.command].flatMap((command) => command?.enum ?? command?.const ?? [])
}

/**
 * @param {object} record record printed by a command with --json
 * @throws {Error} if the record does not match its schema
 */
function assertRecord (record) {
  const found = definitions.filter(({ commands }) => commands.includes(record.command))
  if (found.length === 0) throw new Error(`the schema knows no record of "${record.command}"`)
  // A command may print one of several records; the error is that of the last schema.
  const validators = found.map(({ ref }) => ajv.getSchema(ref))
  if (validators.some((validate) => validate(record))) return
  const { errors } = validators.at(-1)
  throw new Error(`what ${record.command} prints is not as its schema says: ${ajv.errorsText(errors.slice(0, 5))}`)
}

module.exports = { addRecords, assertRecord }

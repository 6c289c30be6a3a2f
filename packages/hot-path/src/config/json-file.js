'use strict'

// What is read back: reports and results of ours, of an older version, damaged by a full disk, or made by somebody who
// means no good.

const fs = require('fs')
const { OperationalError } = require('../util/errors')
const records = require('../types/records.schema.json')

const MOST_BYTES = 100e6

/** @typedef {object} JsonSchema */

/** @type {JsonSchema} of a package.json, as far as we read it */
const MANIFEST = {
  type: 'object',
  properties: {
    main: { type: 'string' },
    scripts: { type: 'object', additionalProperties: { type: 'string' } }
  }
}

/**
 * Reads a file of JSON.
 *
 * @param {string} file
 * @param {JsonSchema} [schema] that it has to match
 * @returns {any} its value. `__proto__` and the like are properties of it like any others.
 * @throws {OperationalError} where it is not there, is larger than 100 MB, is no JSON, or is something else
 */
function readKept (file, schema) {
  const value = parsed(file)
  const why = schema ? mismatch(value, schema) : null
  if (why !== null) throw new OperationalError(`${file} is not what it should be: ${why}.`)
  return value
}

/** @param {string} file */
function parsed (file) {
  try {
    if (fs.statSync(file).size > MOST_BYTES) throw new OperationalError(`${file} is larger than ${MOST_BYTES / 1e6} MB.`)
    return JSON.parse(withoutMark(fs.readFileSync(file, 'utf8')))
  } catch (err) {
    if (err instanceof OperationalError) throw err
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    throw new OperationalError(`${file} ${code === 'ENOENT' ? 'is not there' : 'cannot be read as JSON'}.`, { cause: err })
  }
}

/** @param {string} text that may begin with a byte-order mark, as editors on Windows write it */
function withoutMark (text) {
  return text.replace(/^\ufeff/, '')
}

/**
 * @param {unknown} value
 * @param {JsonSchema} schema
 * @returns {string | null} what is wrong with it, in a few words; null where nothing is
 */
function mismatch (value, schema) {
  const isValid = validators.get(schema) ?? compile(schema)
  validators.set(schema, isValid)
  if (isValid(value)) return null
  const [{ instancePath, message }] = isValid.errors ?? []
  const place = instancePath.slice(1).replaceAll('/', '.')
  return `${place ? JSON.stringify(place).slice(1, -1) : 'all of it'} ${message}`
}

/** @type {WeakMap<JsonSchema, any>} to make one takes a tenth of a second */
const validators = new WeakMap()

/** @param {JsonSchema} schema */
function compile (schema) {
  const Ajv = require('ajv').default // takes a moment, and only those who read something back need it
  return new Ajv({ allowUnionTypes: true, strictTypes: false }).compile(schema)
}

/** @type {Map<string, JsonSchema>} */
const schemas = new Map()

/**
 * @param {string} name of what the records are made of (see records.d.ts)
 * @param {string[]} [needs] which of its own fields it needs to have, and are looked at; all, where it is missing
 * @param {{ older?: boolean }} [options] `older`: the others are looked at, too, and all that is in any of them may
 *   lack what it has today
 * @returns {JsonSchema}
 */
function schemaOf (name, needs, { older = false } = {}) {
  const key = [name, older, ...(needs ?? ['*'])].join()
  const schema = schemas.get(key) ?? madeOf(name, needs, older)
  schemas.set(key, schema)
  return schema
}

/**
 * @param {string} name
 * @param {string[] | undefined} needs
 * @param {boolean} older
 * @returns {JsonSchema}
 */
function madeOf (name, needs, older) {
  const { definitions } = /** @type {any} */ (records)
  if (!needs) return { $ref: `#/definitions/${name}`, definitions }
  const { command, ...properties } = definitions[name].properties // another command may have written the same
  const needed = Object.fromEntries(needs.map((field) => [field, properties[field]]))
  return older
    ? { type: 'object', properties: optional(properties), required: needs, definitions: optional(definitions) }
    : { type: 'object', properties: needed, required: needs, definitions }
}

/**
 * @param {any} schema
 * @returns {any} the same, in which everything may be missing: what an older version has written has less
 */
function optional (schema) {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(optional)
  const { required, ...others } = schema
  const kept = Array.isArray(required) ? others : schema // or it is a property of that name
  return Object.fromEntries(Object.entries(kept).map(([name, inner]) => [name, optional(inner)]))
}

module.exports = { MANIFEST, mismatch, readKept, schemaOf, withoutMark }

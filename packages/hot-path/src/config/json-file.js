'use strict'

// Reads JSON files: reports and results that may come from an older version of hot-path, may be damaged by a full disk,
// or may be crafted maliciously.

const fs = require('fs')
const { OperationalError } = require('../util/errors')
const records = require('../types/records.schema.json')

const MOST_BYTES = 100e6

/** @typedef {object} JsonSchema */

/** @type {JsonSchema} the fields of a package.json that hot-path reads */
const MANIFEST = {
  type: 'object',
  properties: {
    main: { type: 'string' },
    scripts: { type: 'object', additionalProperties: { type: 'string' } }
  }
}

/**
 * Reads and validates a JSON file.
 *
 * @param {string} file
 * @param {JsonSchema} [schema]
 * @returns {any} the parsed value. `__proto__` and similar names are ordinary own properties.
 * @throws {OperationalError} if the file is missing, larger than 100 MB, not JSON, or does not match the schema
 */
function readKept (file, schema) {
  const value = parsed(file)
  const why = schema ? mismatch(value, schema) : null
  if (why !== null) throw new OperationalError(`${file} does not match the schema: ${why}.`)
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
    const why = code === 'ENOENT' ? 'does not exist' : code ? `cannot be read (${code})` : 'is not valid JSON'
    throw new OperationalError(`${file} ${why}.`, { cause: err })
  }
}

/** @param {string} text content that may start with a byte-order mark, as written by editors on Windows */
function withoutMark (text) {
  return text.replace(/^\ufeff/, '')
}

/**
 * @param {unknown} value
 * @param {JsonSchema} schema
 * @returns {string | null} a short description of the mismatch; null if the value matches
 */
function mismatch (value, schema) {
  const isValid = validators.get(schema) ?? compile(schema)
  validators.set(schema, isValid)
  if (isValid(value)) return null
  const [{ instancePath, message }] = isValid.errors ?? []
  const place = instancePath.slice(1).replaceAll('/', '.')
  return `${place ? JSON.stringify(place).slice(1, -1) : 'the value'} ${message}`
}

/** @type {WeakMap<JsonSchema, any>} cache, because compiling a schema takes 0.1 s */
const validators = new WeakMap()

/** @param {JsonSchema} schema */
function compile (schema) {
  const Ajv = require('ajv').default // loaded on demand, because it is slow to load
  return new Ajv({ allowUnionTypes: true, strictTypes: false }).compile(schema)
}

/** @type {Map<string, JsonSchema>} */
const schemas = new Map()

/**
 * @param {string} name type name (see records.d.ts)
 * @param {string[]} [needs] fields that are required and validated; all by default
 * @param {{ older?: boolean }} [options] `older`: also validate the other fields, and allow any nested field to be
 *   missing, as in records of older versions
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
  const { command, ...properties } = definitions[name].properties // another command may write the same fields
  const needed = Object.fromEntries(needs.map((field) => [field, properties[field]]))
  return older
    ? { type: 'object', properties: optional(properties), required: needs, definitions: optional(definitions) }
    : { type: 'object', properties: needed, required: needs, definitions }
}

/**
 * @param {any} schema
 * @returns {any} the schema without required fields, for records of older versions
 */
function optional (schema) {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(optional)
  const { required, ...others } = schema
  const kept = Array.isArray(required) ? others : schema // otherwise `required` is the name of a property
  return Object.fromEntries(Object.entries(kept).map(([name, inner]) => [name, optional(inner)]))
}

module.exports = { MANIFEST, mismatch, readKept, schemaOf, withoutMark }

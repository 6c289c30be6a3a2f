'use strict'

const path = require('path')
const { jsonText } = require('hot-path/testing')
const { generateSchema, getProgramFromFiles } = require('typescript-json-schema')

const RECORDS = path.resolve(__dirname, '../../packages/hot-path/src/types/records.d.ts')
const WORKSHOP = path.resolve(__dirname, '../records.d.ts')
const CONFIG = path.resolve(__dirname, '../../packages/hot-path/src/types/config.d.ts')

// JSON has no infinity. Without answers, figures per request are `null`; with too few rounds, so is an open bound of an
// interval.
const WITHOUT_ANSWERS = ['Load', 'Sample', 'BenchmarkSample', 'AnalysisWindow', 'Growth', 'Inside']
const COUNTS = ['requests', 'errors', 'timeouts', 'connections', 'round', 'bursts']

/** @returns {string} JSON Schema of the output of `--json`, generated from its types */
function schema () {
  return recordSchema(RECORDS, 'HotPathRecord', 'A record that hot-path prints with --json, version 1')
}

/** @returns {string} JSON Schema of the output of the workshop's own commands with `--json` */
function workshopSchema () {
  return recordSchema(
    WORKSHOP,
    'WorkshopRecord',
    'A record that a command of the workshop prints with --json, version 1'
  )
}

/**
 * @param {string} file
 * @param {string} type
 * @param {string} title
 */
function recordSchema (file, type, title) {
  const definition = definitionOf(file, type)
  for (const name of WITHOUT_ANSWERS) mayBeNull(/** @type {any} */ (definition?.definitions?.[name] ?? {}))
  return jsonText(JSON.parse(JSON.stringify({ ...definition, title }, openIntervals)))
}

/** @returns {string} JSON Schema of the exports of hot-path.config.js, generated from its types */
function configSchema () {
  const definition = definitionOf(CONFIG, 'Config', { noExtraProps: true })
  return jsonText({ ...definition, title: 'What hot-path.config.js exports' })
}

/**
 * @param {string} file
 * @param {string} type
 * @param {object} [options]
 */
function definitionOf (file, type, options) {
  const program = getProgramFromFiles([file], {
    allowJs: true,
    strict: true,
    target: 'es2022',
    module: 'node16',
    skipLibCheck: true,
    maxNodeModuleJsDepth: 0,
    types: ['node']
  })
  return generateSchema(program, type, {
    required: true,
    strictNullChecks: true,
    aliasRef: false,
    ignoreErrors: true,
    ...options
  })
}

/** @param {{ properties?: Record<string, any> }} definition whose numbers may be null */
function mayBeNull ({ properties = {} }) {
  for (const [name, property] of Object.entries(properties)) {
    if (property.type === 'number' && !COUNTS.includes(name)) property.type = ['number', 'null']
    if (name === 'latencyMs' || name === 'inside') mayBeNull(property)
    if (property.items && name.endsWith('PerRequest')) mayBeNull({ properties: { items: property.items } })
    if (property.items) mayBeNull(property.items)
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
function openIntervals (key, value) {
  if (key !== 'interval') return value
  return JSON.parse(JSON.stringify(value).replaceAll('{"type":"number"}', '{"type":["number","null"]}'))
}

module.exports = { configSchema, schema, workshopSchema }

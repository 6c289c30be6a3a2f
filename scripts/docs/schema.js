'use strict'

const path = require('path')
const { generateSchema, getProgramFromFiles } = require('typescript-json-schema')

const SOURCE = path.resolve(__dirname, '../records.d.ts')
const ROOT_TYPE = 'HotPathRecord'

// JSON has no infinity: where nothing was answered, a figure for each request is `null`, and so is the bound of an interval
// that too few rounds leave open.
const WITHOUT_ANSWERS = ['Load', 'Sample', 'RaceSample', 'Stretch', 'Growth']
const COUNTS = ['requests', 'errors', 'timeouts', 'connections', 'round', 'bursts']

/** @returns {string} the JSON Schema of what `--json` prints, from its types */
function schema () {
  const program = getProgramFromFiles([SOURCE], { allowJs: true, strict: true, target: 'es2022', module: 'node16', skipLibCheck: true, maxNodeModuleJsDepth: 0, types: ['node'] })
  const definition = generateSchema(program, ROOT_TYPE, { required: true, strictNullChecks: true, aliasRef: false, ignoreErrors: true })
  for (const name of WITHOUT_ANSWERS) mayBeNull(definition?.definitions?.[name])
  return JSON.stringify({ ...definition, title: 'A record that hot-path prints with --json, version 1' }, openIntervals, 1) + '\n'
}

/** @param {any} definition whose numbers may be missing */
function mayBeNull ({ properties }) {
  for (const [name, property] of Object.entries(properties)) {
    if (property.type === 'number' && !COUNTS.includes(name)) property.type = ['number', 'null']
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

module.exports = { schema }

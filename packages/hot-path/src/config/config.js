'use strict'

const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const { inspect } = require('util')
const { OperationalError } = require('../util/errors')
const { LEAST_VALUES } = require('../verdict/statistics')
const { checkedRequest } = require('./checked-request')
const schema = require('../types/config.schema.json')
const { encodedPath } = require('./values')

/** @typedef {import('../types/config').Config} Config */
/** @typedef {import('../types/config').ConfigClaim} ConfigClaim */
/** @typedef {import('../types/config').ResolvedConfig} ResolvedConfig */

const NAMES = ['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts'].map((extension) => `hot-path.config${extension}`)
const MOST_PORT = 65_535
// A subject's name also names a folder below reports/.
const SUBJECT_NAME = /^\w[\w.-]*$/
/** @type {ResolvedConfig} */
const NONE = { folder: process.cwd(), subjects: [], defaults: {}, claims: [], commands: {} }

/**
 * Loads the config from the nearest folder that has one, starting at the working directory and going upwards.
 *
 * @param {string[]} [places] start folders; INIT_CWD is the user's working directory, which npm may change
 * @returns {Promise<ResolvedConfig>} an empty config if there is no file
 * @throws {OperationalError} if the file cannot be loaded or is invalid
 */
async function loadConfig (places = [process.cwd(), process.env.INIT_CWD ?? process.cwd()]) {
  const file = places.map(findUp).find((file) => file !== null)
  return file ? resolveConfig(await read(file), file) : NONE
}

/**
 * @param {string} place folder to start in
 * @returns {string | null} path of the config file
 */
function findUp (place) {
  for (let folder = path.resolve(place); ; folder = path.dirname(folder)) {
    const found = NAMES.map((name) => path.join(folder, name)).find((file) => fs.existsSync(file))
    if (found) return found
    if (folder === path.dirname(folder)) return null
  }
}

/** @param {string} file */
async function read (file) {
  if (/ts$/.test(file) && !(/** @type {any} */ (process.features).typescript)) {
    throw new OperationalError(
      `Node ${process.version} does not run TypeScript. Use Node 22.18 or newer, or write ${file} in JavaScript.`
    )
  }
  try {
    return (await import(pathToFileURL(file).href)).default
  } catch (err) {
    throw new OperationalError(`${file} cannot be loaded. ${messageOf(err)}`, { cause: err })
  }
}

/**
 * @param {unknown} config export of the file
 * @param {string} file
 * @returns {ResolvedConfig}
 * @throws {OperationalError} if the config is invalid; the message names the invalid part
 */
function resolveConfig (config, file) {
  try {
    return resolve(config, file)
  } catch (err) {
    if (err instanceof OperationalError) throw err
    // Getters and proxies in the config may throw.
    throw new OperationalError(`${file} cannot be read. ${messageOf(err)}`, { cause: err })
  }
}

/** @param {unknown} thrown an error or any other value */
function messageOf (thrown) {
  return thrown instanceof Error ? thrown.message : `It threw ${inspect(thrown)}.`
}

/**
 * @param {unknown} config
 * @param {string} file
 * @returns {ResolvedConfig}
 */
function resolve (config, file) {
  const known = checked(config, file)
  const { subjects = {}, claims = [] } = known
  for (const [name, subject] of Object.entries(subjects)) {
    if (!SUBJECT_NAME.test(name)) {
      throw new OperationalError(
        `${file}: the name of the subject ${JSON.stringify(name)} may only have letters, digits, ".", "_" and "-".`
      )
    }
    checkSubject(subject, `${file}: the subject ${JSON.stringify(name)}`)
  }
  for (const claim of claims) checkClaim(claim, subjects, file)
  const twice = claims.find(({ id }, i) => claims.findIndex((other) => other.id === id) < i)
  if (twice) throw new OperationalError(`${file}: two claims have the id ${JSON.stringify(twice.id)}.`)
  return resolved(known, file)
}

/**
 * @param {Config} config validated config
 * @param {string} file
 * @returns {ResolvedConfig}
 */
function resolved ({ subjects = {}, defaults = {}, claims = [], commands = {} }, file) {
  return {
    folder: path.dirname(file),
    subjects: Object.entries(subjects).map(([id, subject]) => ({ id, ...subject })),
    defaults,
    claims: claims.map((claim) => ({ ...claim, text: claim.text ?? sentenceOf(claim) })),
    commands
  }
}

/** @type {import('ajv').ValidateFunction | null} */
let compiled = null

/** @returns {import('ajv').ValidateFunction} the validator, compiled on first use because compilation is slow */
function validator () {
  const Ajv = require('ajv').default
  compiled ??= new Ajv({ allowUnionTypes: true }).compile(schema)
  return compiled
}

/**
 * @param {unknown} config
 * @param {string} file
 * @returns {Config}
 */
function checked (config, file) {
  const isValid = validator()
  if (isValid(config)) return /** @type {Config} */ (config)
  const [{ instancePath, message, params }] = isValid.errors ?? []
  const place = instancePath.slice(1).replaceAll('/', '.') || 'the export'
  throw new OperationalError(
    `${file}: ${place} ${message}${params.additionalProperty ? `: ${params.additionalProperty}` : ''}${params.allowedValues ? `: ${params.allowedValues.join(', ')}` : ''}.`
  )
}

/**
 * @param {import('../types/config').ConfigSubject} subject
 * @param {string} where position in the config, for error messages
 * @throws {OperationalError} if the subject is invalid
 */
function checkSubject ({ path: urlPath, port, load }, where) {
  if (urlPath !== undefined && encodedPath(urlPath) === null) {
    throw new OperationalError(`${where} needs a path that begins with "/" and has no spaces, not ${JSON.stringify(urlPath)}.`)
  }
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= MOST_PORT)) {
    throw new OperationalError(`${where} needs a port from 0 to ${MOST_PORT}, not ${port}.`)
  }
  if (load?.requests?.length === 0) throw new OperationalError(`${where} has an empty list of requests. Remove the list, or add a request.`)
  load?.requests?.forEach((one, i) => checkedRequest(one, `${where}, request ${i + 1}`, { isPathNeeded: false }))
}

/**
 * @param {ConfigClaim} claim
 * @param {Record<string, unknown>} subjects
 * @param {string} file
 */
function checkClaim ({ id, subject, over, least, most, rounds }, subjects, file) {
  for (const name of [subject, over]) {
    if (name !== undefined && !Object.hasOwn(subjects, name)) {
      throw new OperationalError(
        `${file}: the claim ${JSON.stringify(id)} refers to ${JSON.stringify(name)}, which is not in "subjects".`
      )
    }
  }
  if (least === undefined && most === undefined) {
    throw new OperationalError(`${file}: the claim ${JSON.stringify(id)} needs a threshold: "least", "most" or both.`)
  }
  if (Number(least) > Number(most)) {
    throw new OperationalError(`${file}: the claim ${JSON.stringify(id)} can never hold: "least" (${least}) is more than "most" (${most}).`)
  }
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= LEAST_VALUES)) {
    throw new OperationalError(`${file}: the claim ${JSON.stringify(id)} needs at least ${LEAST_VALUES} rounds, not ${rounds}.`)
  }
}

/** @param {ConfigClaim} claim */
function sentenceOf ({ metric, subject, over, least, most }) {
  const thresholds = [least !== undefined && `at least ${least}`, most !== undefined && `at most ${most}`].filter(Boolean)
  return `${metric} of ${subject} is ${thresholds.join(' and ')}${over ? ` times that of ${over}` : ''}.`
}

module.exports = { NAMES, NONE, loadConfig, resolveConfig, resolved }

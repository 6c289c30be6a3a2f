'use strict'

// Parses option values. Errors state in one sentence what is allowed.

const path = require('path')
const { METHODS, validateHeaderName, validateHeaderValue } = require('http')
const { isIP } = require('net')
const { execFileSync } = require('child_process')
const { OperationalError } = require('../util/errors')
const { alternatives } = require('../util/format')
const { tooOld } = require('../util/node-version')

/**
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {(text: string) => number}
 */
function wholeNumber (name, least, most) {
  return function (text) {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new OperationalError(`--${name} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`)
  }
}

/**
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {(text: string) => number}
 */
function number (name, least, most) {
  return function (text) {
    const number = Number(text)
    if (/^\d+(\.\d+)?$/.test(text) && number >= least && number <= most) return number
    throw new OperationalError(`--${name} takes a number from ${least} to ${most}, not ${JSON.stringify(text)}.`)
  }
}

/** @param {string} text value of --host */
function ipAddress (text) {
  if (isIP(text)) return text
  throw new OperationalError(`--host takes an IP address of this machine, such as 0.0.0.0 for all of them, not ${JSON.stringify(text)}.`)
}

/**
 * @param {string} name
 * @param {string[]} words
 * @returns {(text: string) => string}
 */
function oneOf (name, words) {
  return function (text) {
    if (words.includes(text)) return text
    throw new OperationalError(`--${name} takes ${alternatives(words)}, not ${JSON.stringify(text)}.`)
  }
}

/**
 * @param {string} name
 * @param {number} most percent
 * @returns {(text: string) => number} parser that returns a share, 0-1
 */
function share (name, most) {
  return function (text) {
    const [, number] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? []
    if (Number(number) <= most) return Number(number) / 100
    throw new OperationalError(
      `--${name} takes a percentage from 0% to ${most}%, such as 2%, not ${JSON.stringify(text)}.`
    )
  }
}

/**
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {(text: string) => number}
 */
function seconds (name, least, most) {
  return function (text) {
    const [, number] = /^(\d+)s?$/.exec(text) ?? []
    if (Number(number) >= least && Number(number) <= most) return Number(number)
    throw new OperationalError(
      `--${name} takes seconds from ${least}s to ${most}s, such as 60s, not ${JSON.stringify(text)}.`
    )
  }
}

/** @param {string} text */
function urlPath (text) {
  const path = encodedPath(text)
  if (path !== null) return path
  throw new OperationalError(
    `--path takes a path that begins with "/" and has no spaces, such as /users?page=2, not ${JSON.stringify(text)}.`
  )
}

/**
 * @param {unknown} text
 * @returns {string | null} the path with non-ASCII characters percent-encoded as UTF-8 (RFC 3987, 3.1); null if it is
 *   not a path
 */
function encodedPath (text) {
  // eslint-disable-next-line no-control-regex
  if (typeof text !== 'string' || !/^\/[^\x00-\x20\x7f-\xa0]*$/.test(text)) return null
  try {
    return text.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
  } catch {
    return null // it contains a lone surrogate
  }
}

/** @param {string} text */
function method (text) {
  const name = text.toUpperCase()
  if (METHODS.includes(name) && name !== 'CONNECT') return name
  throw new OperationalError(`--method takes an HTTP method, such as POST, not ${JSON.stringify(text)}.`)
}

// Set by the load generator; duplicates alter or invalidate a request (RFC 9112, sections 6.1 and 9.3).
const OF_CONNECTION = /^(connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

/**
 * Parses a header. Errors do not contain its value, which may be a secret.
 *
 * @param {string} text
 * @returns {[string, string]} name and value
 */
function header (text) {
  const [, name, value] = /^([^:]*):(.*)$/s.exec(text) ?? []
  if (value === undefined) {
    throw new OperationalError('--header takes a name, a colon and a value, such as --header="accept: text/html".')
  }
  return checkedHeader(name.trim(), value.trim(), '--header')
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} where origin of the header, for error messages
 * @returns {[string, string]}
 */
function checkedHeader (name, value, where) {
  if (OF_CONNECTION.test(name)) {
    throw new OperationalError(`${where}: the load generator sets the header ${name} itself. Leave it out.`)
  }
  try {
    validateHeaderName(name)
  } catch {
    throw new OperationalError(`${where}: ${JSON.stringify(name)} is not a valid header name.`)
  }
  try {
    validateHeaderValue(name, value)
  } catch {
    throw new OperationalError(
      `${where}: the value of the header ${name} has a character that is not allowed in headers, such as a line break.`
    )
  }
  return [name, value]
}

// Prints the actual executable: version managers install wrappers that start Node.
const WHICH_NODE = "process.versions.node + '\\n' + process.execPath"

/**
 * @param {string} file
 * @returns {string} absolute path of the Node.js executable that the file is or starts, of a supported version
 */
function nodeProgram (file) {
  const program = path.resolve(file)
  let printed
  try {
    printed = execFileSync(program, ['--print', WHICH_NODE], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch (err) {
    throw new OperationalError(`${JSON.stringify(file)} cannot be run. Give the path of a Node.js executable.`, { cause: err })
  }
  const [version, executable] = printed.split('\n')
  if (!/^\d+\.\d+/.test(version) || !executable) throw new OperationalError(`${JSON.stringify(file)} is not a Node.js executable.`)
  const complaint = tooOld(version)
  if (complaint) throw new OperationalError(`${JSON.stringify(file)}: ${complaint}`)
  return executable
}

/**
 * @param {string} text
 * @returns {import('../verdict/claim-verdict').Goal}
 */
function goal (text) {
  const [, number, times] = /^(\d+(?:\.\d+)?)(x?)$/.exec(text) ?? []
  if (Number(number) > 0) return times ? { times: Number(number) } : { requestsPerSecond: Number(number) }
  throw new OperationalError(
    `--goal takes requests per second, such as 4000, or a factor, such as 10x, not ${JSON.stringify(text)}.`
  )
}

module.exports = {
  OF_CONNECTION,
  checkedHeader,
  goal,
  header,
  ipAddress,
  method,
  nodeProgram,
  number,
  oneOf,
  seconds,
  share,
  encodedPath,
  urlPath,
  wholeNumber
}

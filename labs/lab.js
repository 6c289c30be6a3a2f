'use strict'

// What the labs share after measuring: record, page, terminal output and exit status.

const path = require('path')
const { LEAST_VALUES, publishText, withRunDirectory } = require('hot-path/testing')
const { withInterval, wrap } = require('hot-path/reporting')
const { printRecord, saveRecord, showPage, toRecord } = require('hot-path/command')

const WIDTH = 80
const INDENT = ' '.repeat(14)

/**
 * @typedef {object} Lab
 * @property {string} name of its command
 * @property {string} results absolute path of the file that the texts take their numbers from
 * @property {(record: any) => string} page draws the page, HTML
 * @property {(record: any) => string[]} format returns the table, as lines
 * @property {(record: any) => string[]} doubts returns validity warnings, as sentences
 */

/**
 * @param {Lab} lab
 * @param {{ claims: import('hot-path').JudgedClaim[], failed?: { skipped?: boolean }[] }} record
 * @param {{ save?: boolean, json?: boolean, 'no-open'?: boolean }} options
 * @returns {Promise<number>} the exit status
 */
async function publish ({ name, results, page, format, doubts }, record, options) {
  const { save, json } = options
  const folder = folderOf(name)
  const report = path.join(folder, 'index.html')
  await withRunDirectory(folder, async function (directory) {
    publishText(directory, path.join(folder, 'index.json'), JSON.stringify(toRecord(name, record)) + '\n')
    publishText(directory, report, page(record))
  })
  if (save) saveRecord(results, name, record)
  if (json) printRecord(name, { ...record, report })
  else {
    const doubted = doubts(record).flatMap((doubt) => ['', ...wrap(`Validity warning: ${doubt}`, WIDTH)])
    console.log([...format(record), ...formatClaims(record), ...doubted, ''].join('\n'))
  }
  await showPage(report, options)
  const isBroken = record.failed?.some(({ skipped }) => !skipped)
  if (isBroken || record.claims.some(({ verdict }) => verdict === 'fails')) return 1
  return record.claims.every(({ verdict }) => verdict === 'holds') ? 0 : 3
}

/**
 * @param {string} name of the command
 * @returns {string} folder of the lab's reports
 */
function folderOf (name) {
  return path.resolve('reports', name.replace(':', '-'))
}

/** @param {Parameters<typeof publish>[1]} record */
function formatClaims ({ claims }) {
  return claims.flatMap(function ({ text, verdict, ratio, interval, rounds }) {
    const seen = rounds < LEAST_VALUES ? 'too few rounds for an interval' : withInterval(ratio, interval)
    const [first, ...others] = wrap(text, WIDTH - INDENT.length)
    return ['', verdict.padEnd(INDENT.length) + first, ...[...others, `measured: ${seen}`].map((line) => INDENT + line)]
  })
}

module.exports = { folderOf, publish }

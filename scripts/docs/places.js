'use strict'

// How often the check-up names the right finding and line, from results/places-study.json: part of npm run docs.

const { median } = require('hot-path/testing')
const { isKind, isPlaced, markedLines, readerLines } = require('../../trials/studies/places-trial')
const { table } = require('./table')

/**
 * @typedef {{ set: string, server: string, node: string, connections: number, found: string[], places: { file: string,
 *   line: number }[], seconds: number, provisionalSeconds?: number | null, cpu: string }} PlaceTrial
 * @typedef {{ server: string, tool: string, said: string, place: { file: string, line: number } | null }} PeerTrial
 * @typedef {object} PlaceStudy
 * @property {import('hot-path').Machine} machine
 * @property {PlaceTrial[]} trials
 * @property {PeerTrial[]} [peers]
 * @property {{ author: number, reader: number, both: number }} readers how many lines of the held-out set they marked
 */

/**
 * @param {PlaceStudy} study
 * @param {string[]} sets
 * @returns {string} Markdown table: each server, misses included
 */
function placesTable ({ trials }, [set]) {
  const own = trials.filter((trial) => trial.set === set)
  const servers = [...new Set(own.map(({ server }) => server))].sort()
  return table(
    ['problem', 'server', 'finding right', 'source location right', 'wrong answers'],
    servers.map(function (server) {
      const tried = own.filter((trial) => trial.server === server)
      const lines = markedLines(set, server)
      const wrong = tried.filter((trial) => !isPlaced(trial, lines))
      const [problem, file] = server.split('/')
      return [
        problem,
        `\`${file}\``,
        `${tried.filter(isKind).length} of ${tried.length}`,
        lines.length ? `${tried.length - wrong.length} of ${tried.length}` : 'no location',
        [...new Set(wrong.map(saidBy))].join('; ')
      ]
    })
  )
}

const PEERS_SET = 'unseen'

/**
 * @param {PlaceStudy} study
 * @returns {string} Markdown table: the result of each other tool, and whether the first line of the application that
 *   it shows is an accepted one
 */
function placesPeers ({ peers = [] }) {
  if (peers.length === 0) return 'No results yet.'
  const tools = [...new Set(peers.map(({ tool }) => tool))]
  const servers = [...new Set(peers.map(({ server }) => server))]
  return table(
    ['problem', 'server', ...tools],
    servers.map(function (server) {
      const [problem, file] = server.split('/')
      const said = tools.map(function (tool) {
        const one = peers.find((peer) => peer.server === server && peer.tool === tool)
        return one ? peerSaid(one) : ''
      })
      return [problem, `\`${file}\``, ...said]
    })
  )
}

/** @param {PeerTrial} trial */
function peerSaid ({ server, said, place }) {
  if (!place) return said
  const lines = markedLines(PEERS_SET, server)
  const isRight = place.file === server.split('/')[1] && lines.includes(place.line)
  return `${said}; first application line: ${place.file}:${place.line}${lines.length ? (isRight ? ', right' : ', wrong') : ''}`
}

/** @param {PlaceTrial} trial */
function saidBy ({ found: [first = 'nothing'], places: [place], node, connections }) {
  return `${first}${place ? ` at ${place.file}:${place.line}` : ''} (Node ${node}, ${connections})`
}

/**
 * @param {PlaceTrial[]} trials
 * @param {Record<string, number[]>} [more] lines that are accepted beside those of the author, by server
 * @returns {string} in how many trials of servers with a location the finding and its first location are right
 */
function placedShare (trials, more = {}) {
  const marked = trials.map((trial) => ({ trial, lines: markedLines(trial.set, trial.server) }))
  const placed = marked.filter(({ lines }) => lines.length > 0)
  const right = placed.filter(({ trial, lines }) => isPlaced(trial, [...lines, ...(more[trial.server] ?? [])]))
  return share(right.length, placed.length)
}

/**
 * @param {PlaceStudy} study
 * @param {string[]} sets
 * @returns {string} one paragraph
 */
function placesSummary ({ machine, trials }, [set]) {
  const own = trials.filter((trial) => trial.set === set)
  if (own.length === 0) return 'No results yet.'
  const [nodes, loads] = [own.map(({ node }) => Number(node)), own.map(({ connections }) => connections)].map((all) =>
    [...new Set(all)].sort((a, b) => a - b)
  )
  const seconds = own.map((trial) => trial.seconds)
  const provisional = own.flatMap((trial) => trial.provisionalSeconds ?? [])
  const early = provisional.length > 0 ? `${median(provisional).toFixed(1)} s in the median to its provisional sentence, and ` : ''
  return (
    `${new Set(own.map(({ server }) => server)).size} servers, on Node ${nodes.join(', ')}, at ${loads.join(', ')} connections: the first finding was right in ${share(own.filter(isKind).length, own.length)}, ` +
    `and its first source location in ${placedShare(own)}. A check-up took ${early}${median(seconds).toFixed(1)} s in the median${early && ' to its end'} and ${Math.max(...seconds)} s at most, on ${machine.cores} cores of ${[...new Set(own.map(({ cpu }) => cpu))].join(', and of ')}.`
  )
}

/**
 * @param {PlaceStudy} study
 * @param {string[]} sets
 * @returns {string} one sentence
 */
function placesHeadline ({ trials }, [set]) {
  const own = trials.filter((trial) => trial.set === set)
  return (
    `In check-ups of ${new Set(own.map(({ server }) => server)).size} held-out servers, the first finding was right in ${share(own.filter(isKind).length, own.length)}, ` +
    `and its first source location in ${placedShare(own)}.`
  )
}

/** @param {PlaceStudy} study */
function placesReaders ({ readers: { author, reader, both } }) {
  return `The authors marked ${author} lines, and the reader ${reader}; they agree on ${both}.`
}

/**
 * @param {PlaceStudy} study
 * @param {string[]} sets
 * @returns {string} one paragraph: lines that authors and a second reader marked, and locations that either accepts
 */
function placesSecondReader ({ trials }, [set]) {
  const read = readerLines(set)
  const readings = Object.entries(read).map(([server, lines]) => ({ lines, own: markedLines(set, server) }))
  const total = (/** @type {(one: { lines: number[], own: number[] }) => number} */ count) =>
    readings.reduce((sum, one) => sum + count(one), 0)
  const agreed = total(({ lines, own }) => lines.filter((line) => own.includes(line)).length)
  const own = trials.filter((trial) => trial.set === set)
  return (
    `The authors marked ${total(({ own }) => own.length)} lines, and the reader ${total(({ lines }) => lines.length)}; they agree on ${agreed}. ` +
    `If the lines of both are accepted, the first source location was right in ${placedShare(own, read)}.`
  )
}

/**
 * @param {number} part
 * @param {number} all
 */
function share (part, all) {
  return `${part} of ${all} (${((100 * part) / (all || 1)).toFixed(1)} %)`
}

module.exports = { placesHeadline, placesPeers, placesReaders, placesSecondReader, placesSummary, placesTable }

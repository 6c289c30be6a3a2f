'use strict'

// `attach` of a process whose event loop is blocked for good, or by a command that runs for 12 s.

const { once } = require('events')
const http = require('http')
const { setTimeout: wait } = require('timers/promises')
const { isDeepStrictEqual } = require('util')
const { listensOn } = require('hot-path/testing')
const { CAUSES, STUCK } = require('./judged')
const { attachTo, firstPlace, withServer } = require('./processes')

const NODES = ['20', '22', '24', '26']
// With this heap, V8 collects garbage all the time.
const FLAGS = { garbage: ['--max-old-space-size=100'] }
const CLOSES_WITHIN_MS = 5000
const LOOK_EACH_MS = 100

function wanted () {
  return NODES.flatMap((node) => Object.keys(CAUSES).map((way) => ({ way, node })))
}

/** @param {{ way: keyof typeof CAUSES, node: string }} trial */
async function tried ({ way, node }) {
  const flags = way === 'garbage' ? FLAGS[way] : []
  return withServer(node, [...flags, STUCK], async function ({ pid, port, child }) {
    const ports = listensOn(pid)
    const isAsBefore = () => child.exitCode === null && isDeepStrictEqual(listensOn(pid), ports)
    const request = http.get({ host: '127.0.0.1', port, path: `/${way}`, agent: false }).on('error', () => {})
    await once(request, 'finish')
    const { record: { blocked }, error, reportSeconds, seconds } = await attachTo(node, pid, [])
    if (way === 'command') await closedAfter(request, isAsBefore)
    const place = firstPlace(blocked?.places)
    const trial = { cause: blocked?.cause ?? null, place, reportSeconds, seconds, isAsBefore: isAsBefore(), error }
    request.destroy()
    return trial
  })
}

/**
 * Waits until the command has ended and the watchdog process has closed the inspector, which could not open before.
 *
 * @param {http.ClientRequest} request that the process answers then
 * @param {() => boolean} isClosed
 */
async function closedAfter (request, isClosed) {
  await once(request, 'response')
  for (let leftMs = CLOSES_WITHIN_MS; leftMs > 0 && !isClosed(); leftMs -= LOOK_EACH_MS) await wait(LOOK_EACH_MS)
}

module.exports = { tried, wanted }

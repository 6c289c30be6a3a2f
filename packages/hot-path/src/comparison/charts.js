'use strict'

const { dots } = require('../report/dots')
const { lines } = require('../report/lines')
const { rounded } = require('../util/format')
const { LEAST_VALUES, centre, median, ratio } = require('../verdict/statistics')
const { LEVEL } = require('../verdict/judge')
const { questionIn } = require('../verdict/question')

/** @typedef {import('../types/comparison').Comparison} Comparison */
/** @typedef {import('../types/pipeline').Load} Load */
/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../report/figure').Picture} Picture */

const PERCENTILES = /** @type {const} */ (['p50', 'p90', 'p99', 'max'])

/**
 * Returns the charts of a comparison, in the order of the page.
 *
 * @param {Comparison} comparison
 * @returns {Picture[]}
 */
function picturesOf (comparison) {
  const latencies = percentiles(comparison, {
    title: 'Latency percentiles (ms)',
    note: 'Less is better. p99: 1 % of the requests take longer. Each point is the median of all rounds.'
  })
  const isOfLatency = questionIn(comparison) === 'p99'
  return [
    ...(isOfLatency ? [latencies] : []),
    metric(comparison, {
      title: 'Requests per second',
      note: `${isOfLatency ? 'The rate was set.' : 'More is better.'} Each faint point is one round; the line is the 95 % interval of the median.`,
      scale: 'log',
      read: ({ requestsPerSecond }) => requestsPerSecond
    }),
    ...overTime(comparison),
    ...(isOfLatency ? [] : [latencies]),
    metric(comparison, {
      title: 'CPU time per request (µs)',
      note: 'Less is better. Other programs on the machine affect this metric least.',
      scale: 'log',
      read: ({ serverCpuUsPerRequest }) => serverCpuUsPerRequest
    }),
    metric(comparison, {
      title: 'Event-loop utilisation (%)',
      note: 'Near 100 %, the event loop is saturated: the code of the server is the bottleneck.',
      most: 100,
      read: ({ loopUtilization }) => 100 * loopUtilization
    }),
    metric(comparison, {
      title: 'Longest event-loop delay (ms)',
      note: 'The server answers no requests during this time.',
      scale: 'log',
      read: ({ loopDelayMaxMs }) => loopDelayMaxMs
    }),
    metric(comparison, {
      title: 'Memory of the process at the end (MB)',
      note: 'Resident set size: heap, code and buffers.',
      read: ({ rssBytes }) => rssBytes / 1e6
    })
  ]
}

/**
 * Draws one metric of every sample, with a row for each server.
 *
 * @template {{ subject: string }} S
 * @param {{ subjects: string[], samples: S[] }} session
 * @param {object} what
 * @param {string} what.title
 * @param {string} what.note
 * @param {'value' | 'log'} [what.scale]
 * @param {number} [what.most]
 * @param {(sample: S) => number} what.read
 * @param {string[]} [what.atLeast] ids of the servers whose values are lower bounds
 */
function metric ({ subjects, samples }, { title, note, scale = 'value', most, read, atLeast = [] }) {
  const values = subjects.map((id) =>
    samples
      .filter(({ subject }) => subject === id)
      .map(read)
      .filter(Number.isFinite)
  )
  const middles = values.map((own) => middleOf(own, scale))
  const isBound = (/** @type {number} */ row) => atLeast.includes(subjects[row])
  return dots({
    title,
    note,
    scale,
    most,
    rows: subjects,
    colours: 'rows',
    marks: [
      { name: 'rounds', faint: true, points: values.flatMap((own, row) => own.map(toPoint(row))) },
      { name: 'median', points: pointsOf(middles, (row) => !isBound(row)) },
      { name: 'at least', atLeast: true, points: pointsOf(middles, isBound) }
    ],
    spans: middles.flatMap((middle, row) =>
      middle && Number.isFinite(middle.low) ? [[middle.low, middle.high, row]] : []
    ),
    table: {
      head: ['server', 'median', '95 % interval', 'minimum', 'maximum', 'rounds'],
      rows: subjects.map((id, row) => [id, ...cellsOf(values[row], middles[row], isBound(row) ? '≥ ' : '')])
    }
  })
}

/**
 * @param {number[]} values
 * @param {'value' | 'log'} scale of the chart; the interval is computed on the same scale
 */
function middleOf (values, scale) {
  if (values.length === 0) return null
  const isLog = scale === 'log' && values.every((value) => value > 0)
  return isLog
    ? ratio(
      values,
      values.map(() => 1),
      LEVEL
    )
    : centre(values, LEVEL)
}

/**
 * @param {ReturnType<typeof middleOf>[]} middles one for each row
 * @param {(row: number) => boolean} isWanted
 * @returns {[number, number][]}
 */
function pointsOf (middles, isWanted) {
  return middles.flatMap((middle, row) => (middle && isWanted(row) ? [toPoint(row)(middle.estimate)] : []))
}

/** @param {number} row */
function toPoint (row) {
  return (/** @type {number} */ value) => /** @type {[number, number]} */ ([+value.toPrecision(5), row])
}

/**
 * @param {number[]} values
 * @param {ReturnType<typeof middleOf>} middle
 * @param {string} bound
 */
function cellsOf (values, middle, bound) {
  if (!middle) return ['', '', '', '', '0']
  const interval = values.length >= LEAST_VALUES ? `${rounded(middle.low)} to ${rounded(middle.high)}` : ''
  return [
    bound + rounded(middle.estimate),
    interval,
    rounded(Math.min(...values)),
    rounded(Math.max(...values)),
    String(values.length)
  ]
}

/**
 * @param {{ subjects: string[], samples: (Pick<Load, 'latencyMs'> & { subject: string })[] }} session
 * @param {object} what
 * @param {string} what.title
 * @param {string} what.note
 * @param {(typeof PERCENTILES)[number][]} [what.names] percentiles to draw
 */
function percentiles ({ subjects, samples }, { title, note, names = [...PERCENTILES] }) {
  const values = subjects.map((id) =>
    names.map(function (name) {
      const own = samples
        .filter(({ subject }) => subject === id)
        .map(({ latencyMs }) => latencyMs[name])
        .filter(Number.isFinite)
      return own.length ? median(own) : NaN
    })
  )
  return dots({
    title,
    note,
    scale: 'log',
    rows: subjects,
    colours: 'marks',
    marks: names.map((name, i) => ({ name, points: values.map((own, row) => toPoint(row)(own[i])) })),
    table: { head: ['server', ...names], rows: subjects.map((id, row) => [id, ...values[row].map(rounded)]) }
  })
}

/**
 * @param {Comparison} comparison
 * @returns {Picture[]} empty if no timelines were recorded
 */
function overTime ({ timelines }) {
  const followed = timelines.filter(({ series }) => Object.keys(series).length)
  if (followed.length === 0) return []
  const picture = (/** @type {string} */ title, /** @type {string} */ note, /** @type {string} */ name) =>
    lines({
      title,
      note,
      xName: 'time since the load began (s)',
      scale: 'log',
      lines: Object.fromEntries(followed.map(({ subject, series }) => [subject, series[name]]))
    })
  return [
    picture(
      'CPU time per request during the load (µs)',
      'A rising line means that the cost of a request grows with the number of requests.',
      'cpuUsPerRequest'
    ),
    picture('Latency during the load (ms)', 'Mean of each 0.25 s.', 'latencyMeanMs')
  ]
}

module.exports = { metric, percentiles, picturesOf }

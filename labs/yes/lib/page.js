'use strict'

const { doubtsAbout, doubtTexts, median } = require('hot-path/testing')
const {
  claimList, document, dots, doubts, figure, html, lines, rounded, table, withInterval
} = require('hot-path/reporting')
const { MOST_RSS_BYTES } = require('./pipe-throughput')
const { summaryOf } = require('./summary')
const { withDoubts } = require('./validity')

/** @typedef {import('./measure').WriterSession} WriterSession */
/** @typedef {import('hot-path').JudgedClaim} JudgedClaim */

/**
 * @typedef {object} WriterRecord
 * @property {string[]} subjects ids
 * @property {Record<string, string>} titles
 * @property {{ subject: string, over: string, ratio: number | null, interval: [number, number] | null, verdict: string
 *   }[]} ratios of throughput
 * @property {JudgedClaim[]} claims
 * @property {Record<string, number | null>} syscallsPerGib
 */

const MIB = 2 ** 20

/**
 * Draws the page of the lab: one file, without scripts.
 *
 * @param {WriterSession & WriterRecord} record
 * @returns {string} HTML
 */
function page (record) {
  const { machine, plan, date, claims, samples } = record
  const [leading, ...charts] = picturesOf(record).map(figure)
  return document({
    title: 'How fast is yes in Node?',
    lead: {
      what: `${claims.filter(({ verdict }) => verdict === 'holds').length} of ${claims.length} claims hold.`,
      more: claimList(claims),
      chart: leading
    },
    body: html`${doubts(doubtTexts(doubtsAbout(withDoubts(samples), machine)))}
${summary(record)}
<div class="pictures">${charts}</div>
<h2>How it was measured</h2>
<p>${date.slice(0, 10)}, ${machine.cores} cores of ${machine.cpu}, Node.js ${machine.node}. Each writer writes into a pipe for ${plan.durationSeconds} s, in ${plan.rounds} rounds. ${plan.meter} counts the bytes at the other end.</p>`
  })
}

/** @param {WriterSession & WriterRecord} record */
function summary (record) {
  const head = [
    'writer',
    'mean (GiB/s)',
    'peak (GiB/s)',
    `relative to ${record.ratios[0].over}`,
    'system calls per GiB',
    'memory (MiB)'
  ]
  return table(
    head,
    summaryOf(record).map(
      ({ id, title, gibPerSecond, peakGibPerSecond, isBaseline, ratio, interval, syscallsPerGib, memoryMib }) => [
        html`<strong>${id}</strong><br>${title}`,
        rounded(gibPerSecond),
        rounded(peakGibPerSecond),
        isBaseline ? '' : withInterval(ratio, interval),
        rounded(syscallsPerGib),
        rounded(memoryMib)
      ]
    ),
    'All writers'
  )
}

/** @param {WriterSession & WriterRecord} record */
function picturesOf ({ subjects, samples, courses, syscallsPerGib }) {
  const rates = subjects.map((id) =>
    samples.filter(({ subject }) => subject === id).map(({ bytesPerSecond }) => bytesPerSecond / MIB)
  )
  const counted = subjects.filter((id) => syscallsPerGib[id])
  return [
    dots({
      title: 'Mean rate (MiB/s)',
      note: 'More is better. Each faint point is one round.',
      scale: 'log',
      rows: subjects,
      colours: 'rows',
      marks: [
        {
          name: 'rounds',
          faint: true,
          points: rates.flatMap((own, row) => own.map((rate) => /** @type {[number, number]} */ ([rate, row])))
        },
        { name: 'median', points: rates.map((own, row) => [median(own), row]) }
      ],
      table: {
        head: ['writer', 'median', 'minimum', 'maximum'],
        rows: subjects.map((id, row) => [
          id,
          ...[median(rates[row]), Math.min(...rates[row]), Math.max(...rates[row])].map(rounded)
        ])
      }
    }),
    lines({
      title: 'Memory of the writer (MiB)',
      note: 'Resident set size in the first round. A writer that reaches ' + MOST_RSS_BYTES / MIB + ' MiB is stopped.',
      xName: 'time since the start (s)',
      lines: Object.fromEntries(
        courses.map(({ subject, rss }) => [subject, rss.map(([at, bytes]) => [at, bytes / MIB])])
      )
    }),
    lines({
      title: 'Written so far (MiB)',
      note: 'In the first round. A flat line means that the writer has stopped writing.',
      xName: 'time since the start (s)',
      scale: 'log',
      lines: Object.fromEntries(
        courses.map(({ subject, counted }) => [subject, counted.map(([at, bytes]) => [at, bytes / MIB])])
      )
    }),
    ...(counted.length
      ? [
          dots({
            title: 'System calls per GiB',
            note: 'Calls of the main thread, counted by strace.',
            scale: 'log',
            rows: counted,
            colours: 'rows',
            marks: [{ name: 'calls', points: counted.map((id, row) => [Number(syscallsPerGib[id]), row]) }],
            table: {
              head: ['writer', 'system calls per GiB'],
              rows: counted.map((id) => [id, rounded(syscallsPerGib[id])])
            }
          })
        ]
      : [])
  ]
}

module.exports = { page }

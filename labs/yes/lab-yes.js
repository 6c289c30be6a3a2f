'use strict'

const { spawnSync } = require('child_process')
const path = require('path')
const { doubtsAbout, doubtTexts, isInstalled, judgeClaim, judged, withRunDirectory } = require('hot-path/testing')
const { columns, rounded, withInterval } = require('hot-path/reporting')
const { progress, sayHowLong } = require('hot-path/command')
const { measureWriters } = require('./lib/measure')
const { page } = require('./lib/page')
const { summaryOf } = require('./lib/summary')
const { syscallsPerGib } = require('./lib/syscalls')
const { withDoubts } = require('./lib/validity')
const claims = require('./claims')
const writers = require('./catalog')
const { folderOf, publish } = require('../lab')

const NAME = 'lab:yes'
const FOLDER = folderOf(NAME)
const START_SECONDS = 0.3
const BASELINE = 'gnu'

/** @type {import('../lab').Lab} */
const lab = {
  name: NAME,
  results: path.resolve(__dirname, '../../results/lab-yes.json'),
  page,
  format,
  doubts: ({ samples, machine }) => doubtTexts(doubtsAbout(withDoubts(samples), machine))
}

/** @type {import('hot-path').Command} */
module.exports = {
  name: NAME,
  usage: '',
  summary: 'Measure `yes`: seven writers in Node, GNU yes and Go',
  options: ['rounds', 'duration', 'save', 'no-open', 'json'],
  // Many short rounds, because the placement of the two ends of a pipe on cores decides about half of the rate.
  defaults: { rounds: '10', duration: '0.5' },
  positionals: [0, 0],
  async run (_, values) {
    const record = await withRunDirectory(FOLDER, (directory) => measureLab(directory, values))
    return publish(lab, record, values)
  }
}

/**
 * @param {string} directory
 * @param {Record<string, any>} values
 */
async function measureLab (directory, { rounds, duration }) {
  const present = writers.flatMap((writer) => ready(writer, directory))
  sayHowLong(present.length * rounds * (duration + START_SECONDS))
  const shown = progress(process.stderr)
  const session = await measureWriters(
    present,
    { rounds, durationSeconds: duration },
    {
      reports: FOLDER,
      onProgress: (fraction) => shown.update('measure', fraction)
    }
  ).finally(shown.end)
  /** @type {Record<string, number | null>} */
  const calls = {}
  for (const { id, command } of present) calls[id] = await syscallsPerGib(command, directory)
  const ids = present.map(({ id }) => id)
  const samples = withDoubts(session.samples)
  return {
    subjects: ids,
    titles: Object.fromEntries(present.map(({ id, title }) => [id, title])),
    ...session,
    ratios: ids
      .filter((id) => id !== BASELINE)
      .map((subject) => ({
        subject,
        over: BASELINE,
        ...judged({ ...session, samples }, [subject, BASELINE], 'bytesPerSecond', (ratio) => ratio)
      })),
    claims: claims.map((claim) => ({ text: claim.text, ...judgeClaim(claim, samples, session.machine) })),
    syscallsPerGib: calls
  }
}

/**
 * @param {typeof writers[0]} writer
 * @param {string} directory for built programs
 * @returns {typeof writers} the writer; empty, with a message, if this machine lacks a requirement
 */
function ready (writer, directory) {
  const [program] = writer.command
  if (!isInstalled(program)) {
    console.error(`Skipping ${writer.id}: ${program} is not installed.`)
    return []
  }
  if (!writer.source) return [writer]
  const built = path.join(directory, writer.id)
  const { status, stderr } = spawnSync(program, ['build', '-o', built, writer.source], { encoding: 'utf8' })
  if (status === 0) return [{ ...writer, command: [built] }]
  console.error(`Skipping ${writer.id}: it cannot be built here. ${stderr.trim()}`)
  return []
}

/** @param {Awaited<ReturnType<typeof measureLab>>} record */
function format (record) {
  const rows = summaryOf(record).map(
    ({ id, gibPerSecond, peakGibPerSecond, syscallsPerGib, memoryMib, isBaseline, ratio, interval }) => [
      id,
      rounded(gibPerSecond),
      rounded(peakGibPerSecond),
      rounded(syscallsPerGib),
      rounded(memoryMib),
      isBaseline ? '' : withInterval(ratio, interval)
    ]
  )
  return columns([['writer', 'GiB/s', 'peak', 'calls/GiB', 'MiB', `over ${BASELINE}`], ...rows], '', 'lrrrrl')
}

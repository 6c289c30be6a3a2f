'use strict'

const { EventEmitter, once } = require('events')
const fs = require('fs')
const path = require('path')
const { rootsOf } = require('../gate/changes')
const { contractDifference } = require('../measurement/contract')
const { oneRound } = require('../measurement/round')
const { endOnAbort } = require('../process/children')
const { OperationalError } = require('../util/errors')
const { slowestPlace } = require('./place')
const { changedFiles } = require('./saves')

// The first rounds tell most; after twenty, the interval of two similar servers is about 6 % to each side.
const MOST_ROUNDS = 20
// Before the line is searched, which takes two seconds.
const FIRST_ROUNDS = 2

/** @typedef {import('./save').Save} Save */
/** @typedef {import('../types/pipeline').Subject} Subject */

/**
 * Compares each saved version of a server with a baseline, for as long as nothing changes. Emits `change` when there is
 * something new to show, and `settled` when a save has a result that will only become more precise.
 */
class Watch extends EventEmitter {
  /** @type {Save[]} */
  saves = []
  #options
  #files
  #isOver = false
  #stop = new AbortController()
  /** @type {(() => Promise<void>) | null} */
  #interlude = null

  /**
   * @param {import('./saves').SourceFiles} files
   * @param {import('./save').WatchOptions} options
   */
  constructor (files, options) {
    super()
    this.#files = files
    this.#options = options
    this.baselineName = options.baseline.file
  }

  /**
   * Looks at each save until `end` is called.
   *
   * @throws {Error} if hot-path itself fails; a save that fails is reported in `saves`
   */
  async run () {
    const abort = () => this.#stop.abort()
    this.#files.on('save', abort)
    try {
      while (!this.#isOver) {
        this.#stop = new AbortController()
        const { signal } = this.#stop
        const interlude = this.#interlude
        this.#interlude = null
        await interlude?.()
        const save = this.#latest()
        await endOnAbort(signal, () => this.#look(save, signal)).catch((err) => this.#fail(save, err, signal))
        if (!signal.aborted) await once(signal, 'abort')
      }
    } finally {
      this.#files.off('save', abort)
    }
  }

  /** Ends the current look and its servers. */
  end () {
    this.#isOver = true
    this.#stop.abort()
  }

  /**
   * Interrupts the current look for other work, and continues it afterwards.
   *
   * @param {() => Promise<void>} work
   */
  interrupt (work) {
    this.#interlude = work
    this.#stop.abort()
  }

  /**
   * Makes the latest save the baseline: writes its files into the work tree of the baseline.
   *
   * @param {string} folder the watched folder
   */
  rebase (folder) {
    this.interrupt(async () => {
      const { baseline, candidate } = this.#options
      const [tree, root] = rootsOf(path.dirname(baseline.entry), path.dirname(candidate.entry))
      const { texts, number } = this.saves[this.saves.length - 1]
      for (const name of changedFiles(this.#baselineTexts(tree, root, folder), texts)) {
        const to = path.join(tree, path.relative(root, path.join(folder, name)))
        const text = texts.get(name)
        fs.rmSync(to, { force: true })
        if (text === undefined) continue
        fs.mkdirSync(path.dirname(to), { recursive: true })
        fs.writeFileSync(to, text)
      }
      this.baselineName = `save ${number}`
    })
  }

  /**
   * @param {string} tree
   * @param {string} root
   * @param {string} folder
   * @returns {Map<string, string>} the texts of the baseline, of all files that any save had
   */
  #baselineTexts (tree, root, folder) {
    const names = new Set(this.saves.flatMap(({ texts }) => [...texts.keys()]))
    return new Map([...names].flatMap(function (name) {
      const file = path.join(tree, path.relative(root, path.join(folder, name)))
      return fs.existsSync(file) ? [[name, fs.readFileSync(file, 'utf8')]] : []
    }))
  }

  /** @returns {Save} the latest save; a new one if the files have changed, or if the baseline has */
  #latest () {
    const last = this.saves[this.saves.length - 1]
    const texts = this.#files.texts()
    const changed = last ? changedFiles(last.texts, texts) : []
    const { baselineName: baseline } = this
    if (last && changed.length === 0 && last.baseline === baseline) return last
    const same = this.saves.find((one) => one.baseline === baseline && changedFiles(one.texts, texts).length === 0)
    /** @type {Save} */
    const save = {
      number: this.saves.length + 1,
      date: new Date().toISOString(),
      texts,
      changed,
      like: same?.number ?? null,
      baseline,
      state: 'starting',
      says: '',
      rounds: same?.rounds ?? [],
      place: same?.place
    }
    this.saves.push(save)
    this.emit('change')
    return save
  }

  /**
   * @param {Save} save
   * @param {AbortSignal} signal
   */
  async #look (save, signal) {
    const { baseline, candidate, plan, directory, places } = this.#options
    if (save.rounds.length === 0) {
      const difference = await contractDifference(baseline, candidate, directory)
      signal.throwIfAborted()
      if (difference !== null) return this.#settle(save, 'differs', difference)
    }
    if (save.rounds.length >= FIRST_ROUNDS) this.#settle(save, 'measuring')
    else this.#set(save, 'measuring')
    while (save.rounds.length < MOST_ROUNDS) {
      const round = save.rounds.length + 1
      const order = round % 2 ? [baseline, candidate] : [candidate, baseline]
      const samples = await oneRound(order, plan, { directory, round })
      signal.throwIfAborted()
      save.rounds.push(toRound(samples))
      if (round === FIRST_ROUNDS) this.#settle(save, 'measuring')
      else this.emit('change')
      if (places && save.place === undefined && round >= FIRST_ROUNDS) {
        const { loopUtilization } = save.rounds[round - 1]
        const { connections } = plan
        save.place = await slowestPlace(candidate, { directory, connections, loopUtilization })
        signal.throwIfAborted()
        this.#settle(save, 'measuring')
      }
    }
    this.#settle(save, 'measured')
  }

  /**
   * @param {Save} save
   * @param {unknown} err
   * @param {AbortSignal} signal
   */
  #fail (save, err, signal) {
    if (signal.aborted) return
    if (!(err instanceof OperationalError)) throw err
    this.#settle(save, 'fails', err.message)
  }

  /**
   * @param {Save} save
   * @param {Save['state']} state
   * @param {string} [says]
   */
  #set (save, state, says = '') {
    Object.assign(save, { state, says })
    this.emit('change')
  }

  /**
   * @param {Save} save
   * @param {Save['state']} state
   * @param {string} [says]
   */
  #settle (save, state, says) {
    this.#set(save, state, says)
    this.emit('settled', save)
  }
}

/**
 * @param {import('../types/pipeline').Sample[]} samples of the baseline and the candidate
 * @returns {import('./save').Round}
 * @throws {OperationalError} if a version does not respond under load
 */
function toRound (samples) {
  const [candidate, baseline] = samples.toSorted((a, b) => (a.subject < b.subject ? 1 : -1))
  for (const { subject, requests, non2xx, expected } of [candidate, baseline]) {
    if (requests === 0) throw new OperationalError(`the ${subject} does not respond under load.`)
    const failed = non2xx - (expected ?? 0)
    if (failed > 0) throw new OperationalError(`the ${subject} sends error responses under load: ${failed} of ${requests}.`)
  }
  return {
    perSecond: [candidate.requestsPerSecond, baseline.requestsPerSecond],
    loopUtilization: candidate.loopUtilization
  }
}

module.exports = { MOST_ROUNDS, Watch }

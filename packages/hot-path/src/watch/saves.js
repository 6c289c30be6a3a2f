'use strict'

const { EventEmitter, once } = require('events')
const fs = require('fs')
const path = require('path')
const { watch } = require('chokidar')

// Files that a server writes, such as data and logs, are not saves.
const WATCHED = /(?:\.(?:[cm]?[jt]sx?|ejs|graphql|hbs|html?|proto|pug|sql)|(?:^|[\\/])package\.json)$/
const LEFT_OUT = ['node_modules', 'reports']
const LARGEST_BYTES = 1_000_000
// An editor may write a file in several steps.
const SETTLED = { stabilityThreshold: 50, pollInterval: 20 }

/** The source files of a folder. Emits `save` whenever their text has changed. */
class SourceFiles extends EventEmitter {
  #folder
  #watcher
  /** @type {Map<string, string>} text by path, relative to the folder */
  #texts = new Map()
  #isReady = false

  /** @param {string} folder */
  constructor (folder) {
    super()
    this.#folder = folder
    this.#watcher = watch(folder, {
      ignored: (file, stats) => this.#isLeftOut(file) || (stats?.isFile() === true && !WATCHED.test(file)),
      awaitWriteFinish: SETTLED
    })
    for (const event of /** @type {const} */ (['add', 'change', 'unlink'])) this.#watcher.on(event, (file) => this.#read(file))
    this.#watcher.on('error', () => {}) // an unreadable folder is not watched
  }

  /**
   * @param {string} folder
   * @returns {Promise<SourceFiles>} once all files have been read
   */
  static async open (folder) {
    const files = new SourceFiles(folder)
    await once(files.#watcher, 'ready')
    files.#isReady = true
    return files
  }

  /** @returns {Map<string, string>} the texts at this moment, by path relative to the folder */
  texts () {
    return new Map(this.#texts)
  }

  async close () {
    await this.#watcher.close()
  }

  /** @param {string} file */
  #isLeftOut (file) {
    return path.relative(this.#folder, file).split(path.sep).some((name) => name.startsWith('.') && name !== '..' ? true : LEFT_OUT.includes(name))
  }

  /** @param {string} file */
  #read (file) {
    const name = path.relative(this.#folder, file)
    const before = this.#texts.get(name)
    const text = textOf(file)
    if (text === before) return
    if (text === undefined) this.#texts.delete(name)
    else this.#texts.set(name, text)
    if (this.#isReady) this.emit('save')
  }
}

/**
 * @param {string} file
 * @returns {string | undefined} undefined if it is gone, or too large to be source text
 */
function textOf (file) {
  try {
    return fs.statSync(file).size > LARGEST_BYTES ? undefined : fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @returns {string[]} paths of the files that differ
 */
function changedFiles (before, after) {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort()
}

module.exports = { SourceFiles, changedFiles }

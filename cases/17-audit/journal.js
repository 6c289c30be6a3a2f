'use strict'

// What was shown to whom, for the archive: one line of JSON each.
class Journal {
  #archive

  constructor (archive) {
    this.#archive = archive
  }

  get isWriting () {
    return this.#archive.bytesWritten > 0
  }

  note (entry) {
    const line = JSON.stringify({ at: new Date().toISOString(), ...entry })
    this.#archive.write(line + '\n')
  }
}

module.exports = { Journal }

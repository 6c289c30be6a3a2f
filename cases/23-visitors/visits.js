'use strict'

const PAGES = ['home', 'shop', 'help', 'jobs', 'news']
const KEPT = 600_000
const EACH_MS = 4000

// Who looked at which page, and which pages are the most popular ones.
class Visits {
  #next = 0
  // The latest ones. When the server starts, it has those of the last weeks.
  #latest = Array.from({ length: KEPT }, (_, i) => ({ page: PAGES[i % 7 % PAGES.length], atMs: i * EACH_MS }))
  popular = ['home', 'shop']

  note (page) {
    this.#latest[this.#next] = { page, atMs: Date.now() }
    this.#next = (this.#next + 1) % KEPT
  }

  // The pages of the days on which most people came.
  rank () {
    const visits = new Map()
    for (const { page, atMs } of this.#latest) {
      const day = new Date(atMs).toISOString().slice(0, 10)
      const key = `${day} ${page}`
      visits.set(key, (visits.get(key) ?? 0) + 1)
    }
    const ranked = [...visits].sort(([, a], [, b]) => b - a).map(([key]) => key.slice(11))
    this.popular = [...new Set(ranked)].slice(0, 2)
  }
}

module.exports = { Visits }

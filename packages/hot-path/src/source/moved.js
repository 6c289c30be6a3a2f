'use strict'

// Matches two profiles of one program from two folders: two releases, or a container and a laptop.

/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */

/**
 * Moves the files of one profile to the folder of another. Pure.
 *
 * @param {WeightedStack[]} before
 * @param {WeightedStack[]} after
 * @returns {WeightedStack[]} `before` with its files in the folder of `after`; unchanged if both have an application
 *   file in common, or no application files of the same name
 */
function movedTo (before, after) {
  const [files, others] = [before, after].map(filesOf)
  if ([...files].some((file) => others.has(file))) return before
  const roots = commonRoots(files, others)
  if (!roots) return before
  const [from, to] = roots
  const moved = (/** @type {string | null} */ file) => (file?.startsWith(from) ? to + file.slice(from.length) : file)
  return before.map(function (stack) {
    return { ...stack, frames: stack.frames.map((frame) => ({ ...frame, file: moved(frame.file) })) }
  })
}

/** @param {WeightedStack[]} stacks */
function filesOf (stacks) {
  const own = stacks.flatMap(({ frames }) => frames.filter(({ kind }) => kind === 'app'))
  return new Set(own.flatMap(({ file }) => file ?? []))
}

/**
 * @param {Set<string>} files
 * @param {Set<string>} others
 * @returns {[string, string] | null} the two folders below which most files have the same path, each with its trailing
 *   separator
 */
function commonRoots (files, others) {
  /** @type {Map<string, { roots: [string, string], votes: number }>} */
  const found = new Map()
  for (const file of files) {
    const [roots] = [...others].map((other) => rootsOf(file, other)).filter((roots) => roots !== null).sort(byLength)
    if (!roots) continue
    const key = JSON.stringify(roots)
    found.set(key, { roots, votes: (found.get(key)?.votes ?? 0) + 1 })
  }
  const [most] = [...found.values()].sort((a, b) => b.votes - a.votes || byLength(a.roots, b.roots))
  return most?.roots ?? null
}

/**
 * @param {[string, string]} a
 * @param {[string, string]} b
 */
function byLength ([a], [b]) {
  return a.length - b.length
}

/**
 * @param {string} file
 * @param {string} other
 * @returns {[string, string] | null} the folders before the common end of both paths; null if there is no common end
 */
function rootsOf (file, other) {
  const [names, otherNames] = [file, other].map((one) => one.split(/(?<=[\\/])/))
  let same = 0
  while (same < names.length && same < otherNames.length && names.at(-1 - same) === otherNames.at(-1 - same)) same++
  if (same === 0) return null
  return [names.slice(0, names.length - same).join(''), otherNames.slice(0, otherNames.length - same).join('')]
}

module.exports = { movedTo }

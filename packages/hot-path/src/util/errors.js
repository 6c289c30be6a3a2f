'use strict'

/**
 * Something a person can put right: it is shown as one sentence with the remedy, never with a stack trace.
 */
class OperationalError extends Error {
  /**
   * @param {string} message what is wrong, and what to do about it
   * @param {{ cause?: unknown }} [options]
   */
  constructor (message, options) {
    super(message, options)
    this.name = 'OperationalError'
  }
}

// How a process of ours ends where a tool could not write its files, or read back what it had written: as in
// sysexits.h.
const UNWRITTEN = 74

/** @type {Record<string, string>} */
const REMEDIES = {
  ENOSPC: 'no space left on the disk. Make room, and run it again.',
  EDQUOT: 'no space left for you on the disk. Make room, and run it again.',
  EFBIG: 'no space left: a file grew larger than is allowed here (see ulimit -f).',
  EROFS: 'cannot be written: the disk is read-only. Run it from another folder; reports are kept where you stand.',
  EACCES: 'may not be read or written by you. Run it from another folder; reports are kept where you stand.',
  ENOTDIR: 'is a file where a folder should be. Move it away, and run it again.',
  EEXIST: 'is a file where a folder should be. Move it away, and run it again.',
  EMFILE: 'too many files are open. Allow more: ulimit -n 4096',
  ENFILE: 'too many files are open on this machine. Close what else is running.'
}

// Of others, such as listen and spawn, the caller knows more.
const OF_FILES = /^(open|read|write|mkdir|mkdtemp|rename|copyfile|unlink|rm|rmdir|scandir|lstat|stat)/
// Whatever was to be opened.
const OF_ANYTHING = ['EMFILE', 'ENFILE']

/**
 * What the system refused is nobody's programming error: it becomes a sentence with a remedy.
 *
 * @param {unknown} err
 * @returns {unknown} an OperationalError where there is a sentence for it, or the same
 */
function toOperationalError (err) {
  const { code = '', path, syscall = '' } = /** @type {NodeJS.ErrnoException} */ (err ?? {})
  if (!(err instanceof Error) || !Object.hasOwn(REMEDIES, code)) return err
  if (!OF_FILES.test(syscall) && !OF_ANYTHING.includes(code)) return err
  return new OperationalError([...(path ? [path] : []), REMEDIES[code]].join(' '), { cause: err })
}

module.exports = { OperationalError, REMEDIES, UNWRITTEN, toOperationalError }

'use strict'

/** An error that the user can fix. It is shown as one sentence with the remedy, without a stack trace. */
class OperationalError extends Error {
  /**
   * @param {string} message the problem and the remedy
   * @param {{ cause?: unknown }} [options]
   */
  constructor (message, options) {
    super(message, options)
    this.name = 'OperationalError'
  }
}

// Exit status of a hot-path child process if a tool could not write its files or read them back. Source: sysexits.h,
// EX_IOERR.
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

// Errors of other system calls, such as listen and spawn, are left to the caller, which has more context.
const OF_FILES = /^(open|read|write|mkdir|mkdtemp|rename|copyfile|unlink|rm|rmdir|scandir|lstat|stat)/
// Reported for any system call.
const OF_ANYTHING = ['EMFILE', 'ENFILE']

/**
 * Converts a system error, which is not a programming error, into a message with a remedy.
 *
 * @param {unknown} err
 * @returns {unknown} an OperationalError if a message is defined for the error code; otherwise `err`
 */
function toOperationalError (err) {
  const { code = '', path, syscall = '' } = /** @type {NodeJS.ErrnoException} */ (err ?? {})
  if (!(err instanceof Error) || !Object.hasOwn(REMEDIES, code)) return err
  if (!OF_FILES.test(syscall) && !OF_ANYTHING.includes(code)) return err
  return new OperationalError([...(path ? [path] : []), REMEDIES[code]].join(' '), { cause: err })
}

module.exports = { OperationalError, REMEDIES, UNWRITTEN, toOperationalError }

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
  ENOSPC: 'no space left on the disk. Free some space, and try again.',
  EDQUOT: 'disk quota exceeded. Free some space, and try again.',
  EFBIG: 'a file would exceed the maximum file size (ulimit -f). Raise the limit.',
  EROFS: 'cannot be written: the disk is read-only. Run hot-path in another folder; it writes to reports/ there.',
  EACCES: 'permission denied. Run hot-path in another folder; it writes to reports/ there.',
  ENOTDIR: 'is a file, but a folder is needed there. Move the file away, and try again.',
  EEXIST: 'is a file, but a folder is needed there. Move the file away, and try again.',
  EMFILE: 'too many open files. Raise the limit: ulimit -n 4096',
  ENFILE: 'too many open files on this machine. Close other programs.'
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

/**
 * @param {unknown} err
 * @returns {null} if it is an OperationalError; throws any other
 */
function unlessOperational (err) {
  if (!(err instanceof OperationalError)) throw err
  return null
}

module.exports = { OperationalError, REMEDIES, UNWRITTEN, toOperationalError, unlessOperational }

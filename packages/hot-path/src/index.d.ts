export * from './types/api'
export type * from './types/checkup'
export type { ResolvedConfig } from './types/config'
export type * from './types/pipeline'
export type * from './types/records'
export type * from './types/verdict'
export type { Command } from './cli/command'

/** An error that the user can fix. Its message states the problem and the remedy. */
export class OperationalError extends Error {
  constructor (message: string, options?: { cause?: unknown })
}

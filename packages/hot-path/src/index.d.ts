export * from './types/api'
export type * from './types/checkup'
export type { ResolvedConfig } from './types/config'
export type * from './types/pipeline'
export type * from './types/records'
export type * from './types/verdict'
export type { Command } from './cli/command'

/** What a person can put right: its message is a sentence with the remedy. */
export class OperationalError extends Error {
  constructor (message: string, options?: { cause?: unknown })
}

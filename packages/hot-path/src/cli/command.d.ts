/** A command: the shape of each file in commands/. */

export interface Command {
  name: string
  /** Its arguments, for the help. */
  usage: string
  /** One line. */
  summary: string
  /** Names from option-list.js; `--help` is always there. */
  options: string[]
  /** Where they are not those of option-list.js. */
  defaults?: Record<string, string>
  /** The least and the most that it takes. */
  positionals: [number, number]
  /** Whether it passes on what stands behind `--`. */
  startsServer?: boolean
  /** Gives the exit status. */
  run: (positionals: string[], values: Record<string, any>) => Promise<number>
}

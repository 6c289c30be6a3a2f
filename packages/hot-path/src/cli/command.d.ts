/** A command: the export of a file in commands/. */

export interface Command {
  name: string
  /** Arguments, for the help. */
  usage: string
  /** Summary in one line, for the help. */
  summary: string
  /** Names of options in option-list.js; `--help` is implicit. */
  options: string[]
  /** Default values that override those of option-list.js. */
  defaults?: Record<string, string>
  /** Minimum and maximum number of positional arguments. */
  positionals: [number, number]
  /** Whether it passes arguments after `--` to the server. */
  startsServer?: boolean
  /** Runs the command and resolves to the exit status. */
  run: (positionals: string[], values: Record<string, any>) => Promise<number>
}

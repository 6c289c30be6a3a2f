import type { Subject } from './pipeline'

/** The export of hot-path.config.js. All fields are optional. */
export interface Config {
  /** Servers by name. The name is used on the command line and in tables. */
  subjects?: { [name: string]: ConfigSubject }
  /** Default values of options: `{ connections: 50 }`. Commands ignore options that they do not have. */
  defaults?: { [option: string]: string | number | boolean }
  /** Claims that `npx hot-path claims` checks. */
  claims?: ConfigClaim[]
  /** Additional commands: name, and path of the exporting file relative to the config file. See docs/config.md. */
  commands?: { [name: string]: string }
}

/** A server. Paths are relative to the config file. */
export interface ConfigSubject {
  /** File that node runs, or folder whose start script runs node. */
  file: string
  title?: string
  /** Short name. */
  alias?: string
  /** URL path and query to request; `/` by default. */
  path?: string
  /** Port to load, if the server opens several. */
  port?: number
  /** Command-line arguments after the file. */
  args?: string[]
  /** Options of Node.js: `--max-old-space-size=400`. */
  nodeOptions?: string[]
  /** Additional environment variables. */
  env?: { [name: string]: string }
  load?: Subject['load']
  /** Metric that decides comparisons, if it does not follow from the load. */
  question?: Subject['question']
  /** Whether `compare` measures this server by default, and `claims --save` measures its latency. */
  featured?: boolean
  /** Reason for an intended slowdown relative to the previous version. Read by the workshop's `npm test` only. */
  acceptedSlowdown?: string
  /** Whether this is a script that ends on its own, not a server. */
  isScript?: boolean
}

/** A testable claim about a server, with a threshold: `least`, `most`, or both. */
export interface ConfigClaim {
  id: string
  /** Sentence; generated from the other fields by default. */
  text?: string
  /** Metric: name of a number in a sample. */
  metric: 'requestsPerSecond' | 'serverCpuUsPerRequest' | 'latencyMs.mean' | 'latencyMs.p50' | 'latencyMs.p90' | 'latencyMs.p99' |
    'latencyMs.max' | 'costGrowth' | 'retainedBytesPerRequest' | 'bytesPerRequest' | 'loopDelayMaxMs' | 'loopUtilization' |
    'gcShare' | 'rssBytes' | 'errors' | 'non2xx' | 'goodPerSecond'
  /** Name in `subjects`. */
  subject: string
  /** Name of the subject to compare with. If set, the ratio of the two is judged. */
  over?: string
  least?: number
  most?: number
  /** Reason for the thresholds. */
  why?: string
  /** Number of rounds; 5 by default. */
  rounds?: number
}

/** The config in the form that the commands use. */
export interface ResolvedConfig {
  /** Folder of the config file. Paths are relative to it. */
  folder: string
  subjects: NamedSubject[]
  defaults: { [option: string]: string | number | boolean }
  claims: Claim[]
  commands: { [name: string]: string }
}

export type NamedSubject = ConfigSubject & { id: string }
/** A claim with its sentence. */
export type Claim = ConfigClaim & { text: string }

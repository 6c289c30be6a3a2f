import type { Subject } from './pipeline'

/** What hot-path.config.js exports. All of it may be left out. */
export interface Config {
  /** Servers by name: what one types for it, and what it is called in tables. */
  subjects?: { [name: string]: ConfigSubject }
  /** For options that are not given: `{ connections: 50 }`. Each command takes those that it knows. */
  defaults?: { [option: string]: string | number | boolean }
  /** What `npx hot-path claims` checks. */
  claims?: ConfigClaim[]
  /** More commands: by name, the file that exports it, relative to that of the config. docs/config.md has the shape. */
  commands?: { [name: string]: string }
}

/** A server. Paths are relative to the file of the config. */
export interface ConfigSubject {
  /** A file that node runs, or a folder whose start script runs node. */
  file: string
  title?: string
  /** A shorter name. */
  alias?: string
  /** Path and query of the URL to request; `/` by default. */
  path?: string
  /** Which of its ports, where it opens several. */
  port?: number
  /** What stands behind its file on the command line. */
  args?: string[]
  /** Options of node itself: `--max-old-space-size=400`. */
  nodeOptions?: string[]
  /** What it finds in its environment, beside what is there. */
  env?: { [name: string]: string }
  load?: Subject['load']
  /** What a comparison of it asks, where that does not follow from its load. */
  question?: Subject['question']
  /** One of those that `compare` measures when none is named, and whose latency `claims` measures. */
  featured?: boolean
  /** Why this version is slower than the one before, on purpose. The workshop's `npm test` reads it, hot-path does not. */
  acceptedSlowdown?: string
  /** A script that ends by itself, and no server. */
  isScript?: boolean
}

/** A sentence about a server that can be checked, with a threshold: `least`, `most`, or both. */
export interface ConfigClaim {
  id: string
  /** The sentence; made from the rest where it is missing. */
  text?: string
  /** What is measured: a number of a sample. */
  metric: 'requestsPerSecond' | 'serverCpuUsPerRequest' | 'latencyMs.mean' | 'latencyMs.p50' | 'latencyMs.p90' | 'latencyMs.p99' |
    'latencyMs.max' | 'costGrowth' | 'retainedBytesPerRequest' | 'bytesPerRequest' | 'loopDelayMaxMs' | 'loopUtilization' |
    'gcShare' | 'rssBytes' | 'errors' | 'non2xx' | 'goodPerSecond'
  /** A name of `subjects`. */
  subject: string
  /** The subject that it is compared with: the ratio is judged then. */
  over?: string
  least?: number
  most?: number
  /** The reason for the thresholds. */
  why?: string
  /** How many rounds decide it; 5 by default. */
  rounds?: number
}

/** The config as the commands use it. */
export interface ResolvedConfig {
  /** Of the file, which its paths are relative to. */
  folder: string
  subjects: NamedSubject[]
  defaults: { [option: string]: string | number | boolean }
  claims: Claim[]
  commands: { [name: string]: string }
}

export type NamedSubject = ConfigSubject & { id: string }
/** A claim with its sentence. */
export type Claim = ConfigClaim & { text: string }

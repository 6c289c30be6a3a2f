import type { Config } from './config'
import type { Load, LoadRequest } from './pipeline'
import type { AttachedRecord, CheckupRecord, CompareRecord, GateRecord, GatesRecord, HeapRecord, ProfileRecord, WaitsRecord } from './records'

export type { Config, ConfigClaim, ConfigSubject } from './config'
export type { Load, LoadRequest } from './pipeline'
export type { AttachedRecord, CheckupRecord, CompareRecord, GateRecord, GatesRecord, HeapRecord, ProfileRecord, WaitsRecord } from './records'

/** Returns its argument. Gives editors the types of hot-path.config.js. */
export function defineConfig (config: Config): Config

export interface Cancellable {
  /** Signal that stops the run, ends started processes and rejects the promise with its reason. */
  signal?: AbortSignal
  /** Progress callback. `stage`: `start`, `load`, `measure`, `draw`, or a sentence; `fraction`: 0 to 1. */
  onProgress?: (stage: string, fraction: number) => void
}

export interface RequestOptions {
  /** URL path and query to request. */
  path?: string
  method?: string
  headers?: Record<string, string>
  /** Request body; `@file` for the content of a file. */
  body?: string
  /** Several requests, interleaved by weight. */
  requests?: LoadRequest[]
  /** Port to load, if the server opens several. */
  port?: number
  /** Constant rate in requests per second (open loop). By default, each connection waits for its response. */
  rate?: number
  /** Arguments on the server's command line. */
  args?: string[]
  /** Config; by default, the hot-path.config file found from the working directory upwards. */
  config?: Config
  /** Whether to find source locations; `true` by default. */
  locations?: boolean
}

export interface LookOptions extends RequestOptions, Cancellable {
  /** Number of concurrent connections; 100 by default. */
  connections?: number
  /** Duration in seconds; 10 by default. */
  duration?: number
  /** Whether to run a script or job without load, until it ends or for `duration`. */
  noLoad?: boolean
  /** Folder for reports and profiles; `reports` by default. */
  reports?: string
}

/**
 * Starts a server, applies load, and diagnoses what makes it slow.
 *
 * @param server path of a server file or of a folder with a start script, or a name in the config
 * @throws an Error that states the problem and the remedy if the server cannot be started or inspected
 */
export function checkup (server: string, options?: LookOptions): Promise<CheckupRecord>
/** Records a V8 CPU profile of a server under load. */
export function profile (server: string, options?: LookOptions): Promise<ProfileRecord>
/** Traces what requests wait for. */
export function waits (server: string, options?: LookOptions): Promise<WaitsRecord>
/** Records which lines allocate memory, and which retain it. */
export function heap (server: string, options?: LookOptions): Promise<HeapRecord>

export interface CompareOptions extends RequestOptions, Cancellable {
  connections?: number
  /** Seconds of load per round; 1 by default. */
  duration?: number
  /** Number of rounds, in each of which every server is measured, interleaved; 8 by default. */
  rounds?: number
  /** Name of a load driver, or `any`: the installed one that uses the least CPU. */
  driver?: string
  question?: 'throughput' | 'p99' | 'cpu'
  /** Seconds of an additional load per server, for charts over time; 0 (none) by default. */
  timeline?: number
  reports?: string
}

/** Compares several servers, measured interleaved. */
export function compare (servers: string[], options?: CompareOptions): Promise<CompareRecord>

export interface GateOptions extends RequestOptions, Cancellable {
  /** Server file, or `git:REV` for the candidate's file at another revision; a list for several candidates. */
  baseline: string | string[]
  candidate: string | string[]
  /** Tolerated slowdown, as a share; 0.02 by default. */
  margin?: number
  /** Slowdown that must be detected, as a share; 0.1 by default. */
  alarm?: number
  /** Duration of each gate, in seconds; 60 by default. */
  budget?: number
  connections?: number
  /** Name of a load driver, or `any`: the installed one that uses the least CPU. */
  driver?: string
  /** Whether to run a separate gate per request. */
  each?: boolean
  failOn?: 'allocations'
  /** Command that builds the revision: `npm run build`. */
  build?: string
  allowContractChange?: boolean
  /** File to which the verdict is appended, and in which slowdowns add up: see docs/gate.md. */
  history?: string
  /** Paths of other Node.js executables. */
  baselineNode?: string
  candidateNode?: string
  reports?: string
}

/** Tests whether the candidate is slower than the baseline. */
export function gate (options: GateOptions): Promise<GateRecord | GatesRecord>

export interface AttachOptions extends Cancellable {
  look?: 'checkup' | 'cpu-profile' | 'heap' | 'waits'
  duration?: number
  reports?: string
}

/**
 * Inspects a running process that serves real traffic, and restores it afterwards. Rejects if its event loop is blocked;
 * the error then has the observations in `blocked`.
 *
 * @param process process id, or `host:port` of its inspector
 */
export function attach (process: number | string, options?: AttachOptions): Promise<AttachedRecord>

export interface LoadOptions extends Pick<RequestOptions, 'method' | 'headers' | 'body' | 'requests' | 'rate'>, Cancellable {
  connections?: number
  duration?: number
  /** Name of a load driver, or `any`: the installed one that uses the least CPU. */
  driver?: string
}

/**
 * Applies load to a running server.
 *
 * @param url URL to request: `http://127.0.0.1:3000/path`
 */
export function load (url: string, options?: LoadOptions): Promise<Load>

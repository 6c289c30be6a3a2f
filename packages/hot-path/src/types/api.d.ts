import type { Config } from './config'
import type { Load, LoadRequest } from './pipeline'
import type { AttachedRecord, CheckupRecord, CompareRecord, GateRecord, GatesRecord, HeapRecord, ProfileRecord, WaitsRecord } from './records'

export type { Config, ConfigClaim, ConfigSubject } from './config'
export type { Load, LoadRequest } from './pipeline'
export type { AttachedRecord, CheckupRecord, CompareRecord, GateRecord, GatesRecord, HeapRecord, ProfileRecord, WaitsRecord } from './records'

/** Gives an editor the types of hot-path.config.js; it returns what it is given. */
export function defineConfig (config: Config): Config

export interface Cancellable {
  /** Ends what was started, and cleans up; the promise rejects with its reason. */
  signal?: AbortSignal
  /** `stage`: `start`, `load`, `measure`, `draw`, or a sentence; `fraction`: 0 to 1. */
  onProgress?: (stage: string, fraction: number) => void
}

export interface RequestOptions {
  /** Path to request, with its query. */
  path?: string
  method?: string
  headers?: Record<string, string>
  /** `@file`: what is in that file, as with the command. */
  body?: string
  /** Several, in turns. */
  requests?: LoadRequest[]
  /** Which of the server's ports, where it opens several. */
  port?: number
  /** Requests per second, sent when they are due: an open loop. By default, each connection waits for its answer. */
  rate?: number
  /** For the server's command line. */
  args?: string[]
  /** By default, that of the working directory. */
  config?: Config
  /** Whether to look for lines in the source; true by default. */
  locations?: boolean
}

export interface LookOptions extends RequestOptions, Cancellable {
  /** Requests under way at the same time; 100 by default. */
  connections?: number
  /** Seconds; 10 by default. */
  duration?: number
  /** Of a script or a job: runs until it ends, or for `duration`. */
  noLoad?: boolean
  /** Folder for pages and profiles; `reports` by default. */
  reports?: string
}

/**
 * Starts a server, puts load on it, and says what slows it.
 *
 * @param server path of a server file, of a folder with a start script, or a name of the config
 * @throws an Error with a sentence where the server cannot be started, or looked into
 */
export function checkup (server: string, options?: LookOptions): Promise<CheckupRecord>
/** Where the CPU time goes: V8's CPU profile. */
export function profile (server: string, options?: LookOptions): Promise<ProfileRecord>
/** What requests wait for. */
export function waits (server: string, options?: LookOptions): Promise<WaitsRecord>
/** What is allocated, and what stays. */
export function heap (server: string, options?: LookOptions): Promise<HeapRecord>

export interface CompareOptions extends RequestOptions, Cancellable {
  connections?: number
  /** Seconds of load in each round; 1 by default. */
  duration?: number
  /** How often each server is measured, in turns; 8 by default. */
  rounds?: number
  driver?: 'autocannon' | 'wrk' | 'any'
  question?: 'throughput' | 'p99' | 'cpu'
  /** Seconds of one more load of each, to follow it over time; 0, the default: none. */
  timeline?: number
  reports?: string
}

/** Measures several servers in turns. */
export function compare (servers: string[], options?: CompareOptions): Promise<CompareRecord>

export interface GateOptions extends RequestOptions, Cancellable {
  /** Server file, or `git:REV`: the candidate's file at another revision. Several, where there are several candidates. */
  baseline: string | string[]
  candidate: string | string[]
  /** Slowdown that is overlooked, as a share; 0.02 by default. */
  margin?: number
  /** Slowdown that must not go unnoticed, as a share; 0.1 by default. */
  alarm?: number
  /** Seconds of each gate; 60 by default. */
  budget?: number
  connections?: number
  driver?: 'autocannon' | 'wrk' | 'any'
  /** Judge each request by itself. */
  each?: boolean
  failOn?: 'allocations'
  /** What builds the revision: `npm run build`. */
  build?: string
  allowContractChange?: boolean
  /** Paths of other Nodes. */
  baselineNode?: string
  candidateNode?: string
  reports?: string
}

/** Is the candidate slower than the baseline? */
export function gate (options: GateOptions): Promise<GateRecord | GatesRecord>

export interface AttachOptions extends Cancellable {
  look?: 'checkup' | 'cpu-profile' | 'heap' | 'waits'
  duration?: number
  reports?: string
}

/**
 * Looks into a process that runs already, while others use it, and leaves it as it was.
 *
 * @param process its id, or `host:port` of its inspector
 */
export function attach (process: number | string, options?: AttachOptions): Promise<AttachedRecord>

export interface LoadOptions extends Pick<RequestOptions, 'method' | 'headers' | 'body' | 'requests' | 'rate'>, Cancellable {
  connections?: number
  duration?: number
  driver?: 'autocannon' | 'wrk' | 'any'
}

/**
 * Puts load on a server that runs.
 *
 * @param url `http://127.0.0.1:3000/path`
 */
export function load (url: string, options?: LoadOptions): Promise<Load>

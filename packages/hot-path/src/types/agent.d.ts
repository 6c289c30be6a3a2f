/** Data that the agent reports about the server that it runs in. Field names contain the units. */

import type { PassedTraffic, ProcessMetrics } from './pipeline'
import type { CallFrame, CpuProfile, SourceRange } from './source'

/** Connections that the server opened to one address. */
export interface Connections {
  address: string
  /** Maximum number open at the same time. */
  count: number
  /** Mean number that awaited a response, or had received data since the previous poll. */
  busy: number
}

/** Parameters that hot-path passes to the preload in `HOT_PATH_RUN`. */
export interface GivenRun {
  /** TCP port of hot-path's end of the control channel. */
  port: number
  /** Secret that identifies the server to hot-path. */
  token: string
  /** Id of the process that starts the server. */
  parent: number
  /** Working directory of the server. */
  cwd: string
  /** The server's NODE_OPTIONS, if a profiler added its own. */
  nodeOptions?: string
  /** Whether to replace requested ports with free ones: see agent/ports.js. */
  anyPort: boolean
  /** Port chosen by hot-path, which is not replaced; 0 if none. */
  givenPort: number
  /** Whether process metrics will be requested. */
  hasMetrics: boolean
  /** Probes that start before the program's first line, and the file for their readings. */
  fromStart: { file: string, probes: WatchedFromStart[] } | null
}

/** Memory of a thread, in bytes: see ProcessMetrics. */
export type ThreadMemory = Pick<ProcessMetrics, 'heapUsedBytes' | 'heapTotalBytes' | 'externalBytes'>

/** Memory that a worker thread retains. */
export interface ThreadHeapSampling {
  /** Name: `worker thread 2`. */
  title: string
  before: { metrics: ThreadMemory }
  profile: HeapProfile
  functions: SourceRange[]
  metrics: ThreadMemory
}

/** CPU profile of a worker thread. */
export interface ThreadSampling {
  /** Name: `worker thread 2`. */
  title: string
  /** CPU time of the thread during the profile, in ms; null if unknown. */
  cpuMs: number | null
  profile: CpuProfile
  /** Source ranges of the application's functions. */
  functions: SourceRange[]
}

export interface CpuSampling {
  /** Profile of the main thread; null if none was started. */
  profile: CpuProfile | null
  /** CPU time of the main thread during the profile, in ms; null if unknown. */
  cpuMs: number | null
  /** Source ranges of the application's functions. */
  functions: SourceRange[]
  /** Profiles of the worker threads. */
  threads: ThreadSampling[]
  /** Titles of unresponsive worker threads. */
  silent: string[]
}

/** An error response (status outside 200-299, except 304), or a client connection that the application closed. */
export interface Refusal {
  /** HTTP status; 0 for a closed connection. */
  status: number
  /** First 200 characters of the response body. */
  said: string
  /** Application frames where the status was set or the connection closed, innermost first. */
  statusSetAt: CallFrame[]
  /** Names of packages through which it was set, innermost first. */
  statusSetIn: string[]
  /** Source location of the last exception before the status was set; null if none. */
  thrownAt: CallFrame | null
  /** Message of that exception. */
  message: string
  /** Status of that exception, as frameworks read it: `err.status`; null if none. */
  thrownStatus: number | null
}

/** A wait of one request. */
export interface Wait {
  /** Start of the wait, in ms since the start of the request. */
  atMs: number
  ms: number
  /** Minimum time in ms, at the end of the wait, for which the result was ready but the event loop was busy. */
  loopDelayMs: number
  /** async_hooks type of the resource that ended the wait; `lost` if async_hooks does not link the callback to the
   * request; `response` while the response is sent. */
  type: string
  /** Application frames at the start of the wait (of the `await`, if there is one), innermost first. */
  frames: CallFrame[]
  /** The `await`s of the application around it that ended with it, innermost first. */
  awaits: CallFrame[]
  /** Application frames where the awaited operation was initiated, innermost first. */
  begunAt: CallFrame[]
  /** Number of the period, between two waits, in which it was initiated; null if unknown. */
  begunIn: number | null
  /** Name of the package that the application called to initiate it; null if there is none. */
  begunBy: string | null
  /** Names of the packages that a framework called to initiate it, innermost first. */
  middleware: string[]
  /** Whether code outside the request's own asynchronous operations ended the wait. */
  isShared: boolean
  /** Class of the resource whose event-loop callback ended the wait: `TCP`, `Timeout`, `MessagePort`. */
  via: string
  /** Target of the upstream request: `GET http://127.0.0.1:4000/items`, `127.0.0.1:5432`; null if unknown. */
  target: string | null
  /** Whether the wait ended because another request released a resource. */
  queue: boolean
  /** Application frames where that request released it; empty if unknown. */
  releasedBy: CallFrame[]
  /** Where the request got what it may hold meanwhile: a call of the same package whose code waits; or, of a wait that
   * has not ended, an earlier call. */
  heldAt: CallFrame | null
}

export interface FollowedRequest {
  /** Method and path. */
  route: string
  /** Time in ms from its start to the end of the response, or to the end of tracing. */
  ms: number
  runningMs: number
  /** HTTP status; 0 without a response. */
  status: number
  finished: boolean
  /** Waits in chronological order. */
  waits: Wait[]
  /** The lines at which files and connections were opened, once for each. */
  opened: { frame: CallFrame, isSocket: boolean }[]
  /** Main-thread time of asynchronous callbacks, by the application's line that started the operation, longest first. */
  ran: { frame: CallFrame, ms: number }[]
  /** Number of asynchronous operations initiated for it. */
  operations: number
}

export interface RequestWaits {
  requests: FollowedRequest[]
  /** Number of requests that started during tracing, traced or not. */
  seen: number
  /** Main-thread time spent on capturing and reading stacks, in ms. */
  overheadMs: number
  connections: Connections[]
  /** Number of outgoing connections opened. */
  opened: number
  /** Number of names looked up (`dns.lookup` and others). */
  lookups: number
}

export type ProbeReading = object | Promise<object>
/** `argument`: of the command word; empty for none. */
export type ReadProbe = (word: string, argument?: string) => ProbeReading
/** Reads the process metrics. `collect`: collect garbage first, so that the heap holds only reachable objects; `reset`:
 * restart the maximum event-loop delay. */
export type ReadProcessMetrics = (options: { collect: boolean, reset: boolean }) => ProcessMetrics
/** Instruments the server from inside. Receives the reader of process metrics, starts, and returns a function that
 * reads the probe or executes a command word. `gently`: whether the process serves real traffic. */
export type Probe = (processMetrics: ReadProcessMetrics, how?: { gently?: boolean }) => ReadProbe

/** A probe that starts with the program. */
export interface WatchedFromStart {
  /** Absolute path of the probe's module. */
  file: string
  /** Command word sent before the program's first line. */
  first: string
  /** Command word sent when the program ends. */
  last: string
}

/** Data that a program writes when it ends. */
export interface LeftBehind {
  began: ProcessMetrics
  ended: ProcessMetrics
  /** First reading of each probe, by the probe's file. */
  first: Record<string, any>
  /** Last reading of each probe, by the probe's file. */
  readings: Record<string, any>
}

export interface WaitPlace {
  frame: CallFrame // source line on which the waits start
  /** Source location where the awaited operation was initiated; null if it is the same line. */
  begunAt: CallFrame | null
  /** Source line inside the repeated `await` at `frame` on which the waits start; null if it is the same line. */
  waitsAt: CallFrame | null
  /** Nearest other application function on the call stack; null if none. */
  calledFrom: CallFrame | null
  /** Share of the time of all traced requests, 0-1. */
  share: number
  /** Mean duration of a wait, in ms, with brief waits added to the longer ones. */
  meanMs: number
  /** Mean number of waits per traced request, without brief ones. */
  perRequest: number
  /** Kind of resource: `thread pool: zlib`, `timer`, `network`. */
  kind: string
  target: string | null
  /** Share of the waiting time here that ended because another request released a resource, 0-1. */
  queueShare: number
  /** Whether most of it is spent in the queue of an HTTP agent, for a free connection. */
  isForConnection: boolean
  /** Package that the application called; empty if there is none. */
  package: string
  /** Packages that a framework called to initiate it, innermost first. */
  middleware: string[]
  /** Share of the waiting time here that ended by code outside the request's own operations, 0-1. */
  sharedShare: number
  /** Whether most of the waiting time is of waits that have ended. */
  isOver: boolean
  releasedBy: CallFrame | null
  /** Where most requests that wait here got what they may hold meanwhile; null if nowhere: see Wait. */
  heldAt: CallFrame | null
  /** Whether requests wait here repeatedly and sequentially. */
  oneAfterAnother: boolean
}

/** Summary of the traced requests. Shares are of the total time of these requests, 0-1. */
export interface WaitsSummary {
  /** Number of traced requests. */
  requests: number
  /** Number of all requests during tracing. */
  seen: number
  /** Number of traced requests without a completed response. */
  unfinished: number
  /** Mean duration of a request, in ms. */
  meanMs: number
  /** Share in which the request's own code ran. */
  runningShare: number
  /** Share in which a result was ready but the event loop was busy. */
  loopDelayShare: number
  /** Share in which the response was sent. */
  sendingShare: number
  /** Share not attributed to a source line. */
  unnamedShare: number
  /** Source locations of the waits, largest share first. */
  places: WaitPlace[]
  /** Waits without a source location, which packages started; null if there are none. `packages`: innermost first. */
  ofPackages: Pick<WaitPlace, 'share' | 'meanMs' | 'perRequest' | 'kind'> & { packages: string[] } | null
  /** Shares by kind of awaited resource. */
  kinds: Record<string, number>
  /** Main-thread time spent on tracing, in ms. */
  overheadMs: number
  connections: Connections[]
}

/** CPU profile of a descendant process of the server. */
export interface SampledChild {
  /** Name: `cluster worker 2 (process 4242)`. */
  title: string
  cpu: CpuSampling
  /** Observed traffic during the profile. */
  passed: PassedTraffic
}

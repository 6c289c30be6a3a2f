/** What the agent tells of the server that it is in. Units are in the names. */

import type { PassedTraffic, ProcessMetrics } from './pipeline'
import type { CallFrame, CpuProfile, SourceRange } from './source'

export interface GrownCollection {
  /** In which it can be seen. */
  file: string
  /** What the application calls it: `sessions`, or `store` and `sessions`. */
  path: string[]
  type: 'Map' | 'Set' | 'Array' | 'Object' | string
  /** How many entries it had. */
  before: number
  /** How many it has. */
  size: number
}

/** The connections that the server has opened to one address. */
export interface Connections {
  address: string
  /** The most at once. */
  count: number
  /** On average, so many of them had sent something and waited for the answer, or had got one since the last look. */
  busy: number
}

/** What hot-path tells the preload, in `HOT_PATH_RUN`. */
export interface GivenRun {
  /** Of hot-path. */
  port: number
  /** Who says it is the server. */
  token: string
  /** Process id of who starts the server. */
  parent: number
  /** Where the server works. */
  cwd: string
  /** Its NODE_OPTIONS, where a profiler has added some for itself. */
  nodeOptions?: string
  /** See agent/ports.js. */
  anyPort: boolean
  givenPort: number
  /** Whether there will be questions. */
  hasMetrics: boolean
  /** What is looked at from its first line on. */
  fromStart: { file: string, probes: WatchedFromStart[] } | null
}

/** A worker thread. */
export interface ThreadSampling {
  /** `worker thread 2` */
  title: string
  /** That it took meanwhile; null where the system does not tell. */
  cpuMs: number | null
  profile: CpuProfile
  /** Functions of the application. */
  functions: SourceRange[]
}

export interface CpuSampling {
  /** Of the main thread; null where none was begun. */
  profile: CpuProfile | null
  /** That the main thread took meanwhile; null where the system does not tell. */
  cpuMs: number | null
  /** Of the application. */
  functions: SourceRange[]
  /** That run beside the main thread. */
  threads: ThreadSampling[]
  /** Titles of those that did not answer. */
  silent: string[]
}

/** An answer outside 2xx, or a connection that was closed. */
export interface Refusal {
  /** 0 where the connection was closed. */
  status: number
  /** The beginning of the answer. */
  said: string
  /** Frames of the application, innermost first. */
  statusSetAt: CallFrame[]
  /** The exception right before the status was set, if there was one. */
  thrownAt: CallFrame | null
  /** Of that exception. */
  message: string
  /** The status that the exception carries, as frameworks read it: `err.status`. */
  thrownStatus: number | null
}

/** A wait of one request. */
export interface Wait {
  /** Since the request began. */
  atMs: number
  ms: number
  /** The part at its end in which what was waited for was there, and the event loop was busy with something else; at
   * least. */
  loopDelayMs: number
  /** Of the resource that ended it, as Node calls it; `lost` where the request went on in a callback that async_hooks
   * do not connect with it; `response` while the answer is sent. */
  type: string
  /** Of the application, innermost first, from where the wait began: of the `await`, where there is one. */
  frames: CallFrame[]
  /** The same of the operation that was waited for. */
  begunAt: CallFrame[]
  /** What the event loop called, in which it ended: `TCP`, `Timeout`, `MessagePort`. */
  via: string
  /** What was asked: `GET 127.0.0.1:4000/items`, `127.0.0.1:5432`. */
  target: string | null
  /** Whether it ended because another request let go of something. */
  queue: boolean
  /** Where that other request let go; empty where nothing is known. */
  releasedBy: CallFrame[]
}

export interface FollowedRequest {
  /** Method and path. */
  route: string
  /** From the start to the end of the response, or until now. */
  ms: number
  runningMs: number
  /** 0 where it has not been answered. */
  status: number
  finished: boolean
  /** In the order of time. */
  waits: Wait[]
  /** How many were begun for it. */
  operations: number
}

export interface RequestWaits {
  requests: FollowedRequest[]
  /** Requests that began meanwhile, followed or not. */
  seen: number
  /** How long stacks were taken and read. */
  overheadMs: number
  connections: Connections[]
  /** Connections to others. */
  opened: number
}

export type ProbeReading = object | Promise<object>
export type ReadProbe = (word: string) => ProbeReading
/** `collect`: collect garbage first, so that the heap holds only what is still in use; `reset`: begin anew with the
 * longest delay. */
export type ReadProcessMetrics = (options: { collect: boolean, reset: boolean }) => ProcessMetrics
/** Looks at the server from inside it. Gets the function that reads the process metrics, begins whatever it has to, and
 * gives the function that reads it, or does what else it is asked for by a word. `gently`: others use the process. */
export type Probe = (processMetrics: ReadProcessMetrics, how?: { gently?: boolean }) => ReadProbe

/** A probe that begins with a program. */
export interface WatchedFromStart {
  /** Absolute path of its module. */
  file: string
  /** Word, before the first line of the program runs. */
  first: string
  /** Word, when it ends. */
  last: string
}

/** What a program has left when it ended. */
export interface LeftBehind {
  began: ProcessMetrics
  ended: ProcessMetrics
  /** Readings of each probe, by its file. */
  first: Record<string, any>
  /** The last ones. */
  readings: Record<string, any>
}

/** The waits that begin on one line. */
export interface WaitPlace {
  frame: CallFrame
  /** Where what was waited for was begun, if that is another line. */
  begunAt: CallFrame | null
  /** The next function of the application that called. */
  calledFrom: CallFrame | null
  /** Of the time of all requests, 0-1. */
  share: number
  /** Of one wait. */
  meanMs: number
  /** How many waits a request has there. */
  perRequest: number
  /** `thread pool: zlib`, `timer`, `network` */
  kind: string
  target: string | null
  /** Of the time that is waited there, what ended because another request let go. */
  queueShare: number
  releasedBy: CallFrame | null
  /** Whether a request waits there several times, never for two at once. */
  oneAfterAnother: boolean
}

export interface WaitsSummary {
  /** That were followed. */
  requests: number
  /** Requests in all. */
  seen: number
  /** Of those followed. */
  unfinished: number
  /** Of a request. */
  meanMs: number
  /** Of the time of the requests, as the other shares. */
  runningShare: number
  /** What they waited for was there, and the event loop was busy with others. */
  loopDelayShare: number
  /** The answer was sent. */
  sendingShare: number
  /** Nobody knows. */
  unnamedShare: number
  /** Largest first. */
  places: WaitPlace[]
  /** Share of the time of the requests, by what they waited for. */
  kinds: Record<string, number>
  /** Of the look. */
  overheadMs: number
  connections: Connections[]
}

/** A process that the server has started. */
export interface SampledChild {
  /** `cluster worker 2 (process 4242)` */
  title: string
  cpu: CpuSampling
  /** What it did meanwhile. */
  passed: PassedTraffic
}

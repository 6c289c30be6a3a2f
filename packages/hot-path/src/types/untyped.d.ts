/** Declarations for packages without types. */
declare module '0x'
declare module '@clinic/*'
declare module 'autocannon-compare'

/** autocannon's request builder. */
declare module 'autocannon/lib/httpRequestBuilder' {
  function requestBuilder (defaults: object): (request: object) => Buffer
  export = requestBuilder
}

/** A connection of autocannon; only the members that hot-path uses. */
declare module 'autocannon/lib/httpClient' {
  import { EventEmitter } from 'events'
  import { Socket } from 'net'
  class Client extends EventEmitter {
    constructor (options: object)
    /** Added by hot-path: see load/connection.js. */
    maySend: (connection: any) => boolean
    requests: { next: () => Buffer }
    waits?: boolean
    closes?: boolean
    isEarly?: boolean
    isHead?: boolean
    hasBody?: boolean
    destroyed: boolean
    conn: Socket
    parser: any
    pipelinedRequests: { clear: () => void }
    timeoutTicker: { reschedule: (ms: number) => void }
    destroy (): void
    _connect (): void
    _doRequest (): void
    _resetConnection (): void
  }
  export = Client
}

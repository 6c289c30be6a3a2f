/** Packages that come without types. */
declare module '0x'
declare module '@clinic/*'
declare module 'autocannon-compare'

/** autocannon's writer of requests. */
declare module 'autocannon/lib/httpRequestBuilder' {
  function requestBuilder (defaults: object): (request: object) => Buffer
  export = requestBuilder
}

/** One connection of autocannon: as much of it as we use. */
declare module 'autocannon/lib/httpClient' {
  import { EventEmitter } from 'events'
  import { Socket } from 'net'
  class Client extends EventEmitter {
    constructor (options: object)
    /** Ours, see closed-loop.js. */
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

'use strict'

// Absolute paths of the modules that hot-path loads into a server. They are not loaded here.

module.exports = {
  PRELOAD: require.resolve('./preload'),
  ATTACHED: require.resolve('./attached'),
  FIND_SERVER: require.resolve('./find-server'),
  LOADER: require.resolve('./loader'),
  /** Loaded on request while a server runs. */
  PROBES: {
    compiledScripts: require.resolve('./compiled-scripts'),
    counts: require.resolve('./probes/counts'),
    cpu: require.resolve('./probes/cpu'),
    errorResponses: require.resolve('./probes/error-responses'),
    heap: require.resolve('./probes/heap'),
    listeners: require.resolve('./probes/listeners'),
    programCpu: require.resolve('./probes/program-cpu'),
    programScripts: require.resolve('./probes/program-scripts'),
    programWaits: require.resolve('./probes/program-waits'),
    requestWaits: require.resolve('./probes/request-waits'),
    responseTimes: require.resolve('./probes/response-times'),
    telemetry: require.resolve('./probes/telemetry')
  }
}

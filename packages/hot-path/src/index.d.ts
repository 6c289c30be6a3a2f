import type { Config } from './cli/config-file'

export type { Config, ConfigClaim, ConfigSubject } from './cli/config-file'

/** Gives an editor the types of hot-path.config.js; it returns what it is given. */
export function defineConfig (config: Config): Config

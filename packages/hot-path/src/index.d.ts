import type { Config } from './types/config'

export type { Config, ConfigClaim, ConfigSubject } from './types/config'

/** Gives an editor the types of hot-path.config.js; it returns what it is given. */
export function defineConfig (config: Config): Config

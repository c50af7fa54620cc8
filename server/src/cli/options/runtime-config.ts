import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { RuntimeConfig } from '../../kubernetes/api-enablement.js'

/**
 * The API versions that `--runtime-config` enables and disables; a key without a value is enabled. Throws `UsageError`.
 */
export function runtimeConfigOf(flags: FlagValues): RuntimeConfig {
  const entries = Object.entries(flags.map('runtime-config'))
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (value === '' || value === 'true' || value === '1') return [key, true]
      if (value === 'false' || value === '0') return [key, false]
      throw new UsageError(`--runtime-config: invalid value of ${key}=${value}, should be true or false`)
    }),
  )
}

import { flagGroups } from '../../src/cli/flags.js'
import type { FlagValue } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'

/** Flags as the command has them when it has read its line. */
export function flagTable(flags: Readonly<Record<string, FlagValue>>): FlagValues {
  return new FlagValues(flagGroups, new Map(Object.entries(flags)))
}

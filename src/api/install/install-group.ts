import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import type { ConversionRegistrar } from '../conversion/conversion-registrar.js'
import { type Install, installs } from '../kinds.gen.js'

/** Names of the built-in groups, the core group as `''`. */
export const builtInGroups: readonly string[] = /* @__PURE__ */ Object.keys(installs)

/**
 * Registers a built-in group as a server does: its types in every version, defaults, conversions and field labels. Of other
 * groups, only types that this one uses are loaded.
 *
 * @throws MachineryError `UnknownGroup` for a group that is not built in.
 */
export async function installGroup(scheme: ConversionRegistrar, group: string): Promise<void> {
  const load = Object.hasOwn(installs, group) ? installs[group] : undefined
  if (load === undefined) throw new MachineryError('UnknownGroup', `${quote(group)} is no built-in group`)
  // One after the other: Jest cannot link modules that share files at the same time.
  const parts: Install[] = []
  for (const part of load) parts.push(await part())
  for (const install of parts) install(scheme)
}

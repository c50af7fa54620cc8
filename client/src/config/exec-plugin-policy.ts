import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join, normalize } from 'node:path'
import { ConfigError } from './config-error.js'

/** Which exec plugins may run: kubectl's `credentialPluginPolicy` and `credentialPluginAllowlist`. */
export interface ExecPluginPolicy {
  /** Default: all. */
  readonly policyType?: 'AllowAll' | 'DenyAll' | 'Allowlist' | undefined
  /** The commands that may run, for `Allowlist` only. Two names of one program are the same. */
  readonly allowlist?: readonly { readonly command: string }[] | undefined
}

/** What decides whether a command may run, and where it is looked up. */
export interface PluginLookup {
  readonly policy: ExecPluginPolicy
  /** Value of `PATH`. */
  readonly path: string
}

/** Refuses a policy that says nothing clear; messages are client-go's. @throws ConfigError */
export function validatePluginPolicy({ policyType, allowlist }: ExecPluginPolicy): void {
  const problem = problemOf(policyType ?? '', allowlist)
  if (problem !== undefined) {
    throw new ConfigError(`invalid plugin policy: ${problem}`, { field: 'credentialPluginPolicy' })
  }
}

function problemOf(type: string, allowlist: ExecPluginPolicy['allowlist']): string | undefined {
  const shown = JSON.stringify(type)
  if (!['', 'AllowAll', 'DenyAll', 'Allowlist'].includes(type)) return `unknown plugin policy: ${shown}`
  if (type !== 'Allowlist') {
    if (allowlist === undefined) return undefined
    return `misconfigured credential plugin allowlist: plugin policy is ${shown} but allowlist is non-nil`
  }
  if (allowlist === undefined) return `credential plugin policy set to ${shown}, but allowlist is unspecified`
  if (allowlist.length === 0) {
    return `credential plugin policy set to ${shown}, but allowlist is empty; use "DenyAll" policy instead`
  }
  const empty = allowlist.findIndex(({ command }) => command === '')
  return empty < 0 ? undefined : `misconfigured credential plugin allowlist: empty allowlist entry #${empty + 1}`
}

/** The program to run for a command that the policy allows. @throws ConfigError for one that it does not */
export async function allowedProgram(command: string, { policy, path }: PluginLookup): Promise<string> {
  const { policyType = 'AllowAll', allowlist = [] } = policy
  if (policyType === 'AllowAll') return command
  if (policyType === 'DenyAll') throw refused(`plugin ${JSON.stringify(command)} not allowed: policy set to "DenyAll"`)
  const wanted = normalize(command)
  const found = await lookPath(wanted, path)
  if (found === undefined) {
    if (allowlist.some((entry) => entry.command === wanted)) return command
    const message = `plugin path ${JSON.stringify(wanted)} cannot be resolved for credential plugin allowlist check`
    throw refused(`${message}: executable file not found in $PATH`)
  }
  for (const entry of allowlist) {
    if (entry.command === wanted || entry.command === found) return found
    if ((await lookPath(entry.command, path)) === found) return found
  }
  throw refused(`plugin path ${JSON.stringify(found)} is not permitted by the credential plugin allowlist`)
}

function refused(message: string): ConfigError {
  return new ConfigError(`getting credentials: ${message}`, { field: 'exec.command' })
}

/** Where a command is: itself if it is a path, else the first of that name in the folders of `PATH`. */
async function lookPath(command: string, path: string): Promise<string | undefined> {
  const isPath = isAbsolute(command) || /[/\\]/.test(command)
  const places = isPath
    ? [command]
    : path.split(delimiter).flatMap((folder) => (folder === '' ? [] : [join(folder, command)]))
  for (const place of places) {
    try {
      await access(place, constants.X_OK)
      return place
    } catch {}
  }
  return undefined
}

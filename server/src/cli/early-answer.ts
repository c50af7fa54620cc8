import type { EffectiveRelease } from 'apimachinery/api/releases'
import { type FlagGroup, helpText, parseFlags } from '../flags/flag.js'
import { type VersionInfo, versionInfo } from '../request/version-info.js'
import { flagGroups } from './flags.js'
import { featureGateLines } from './options/feature-gates.js'
import { releaseOptions } from './options/release-options.js'

const usage = `Usage: apimachinery-server [flags]

Starts a Kubernetes API server. Commands beside it, each with its own --help:
  apimachinery-server ctl …             uses the control API of a running server (--control-port)
  apimachinery-server envtest-assets …  writes the programs that envtest starts
  apimachinery-server health …          asks a server whether it is ready`

/**
 * What a command line prints that starts no server; `undefined` for one that does. Nothing but flags is loaded for it. Throws
 * `UsageError` for a wrong command line.
 *
 * Source: `PrintAndExitIfRequested` of k8s.io/component-base/version/verflag.
 */
export function earlyAnswer(args: readonly string[]): string | undefined {
  const flags = parseFlags(flagGroups, args)
  const asked = ['help', 'version'].some((name) => flags.has(name) && flags.get(name) !== false)
  if (!asked) return undefined
  const release = releaseOptions({ list: (name) => (flags.get(name) as readonly string[] | undefined) ?? [] })
  if (flags.get('help') === true) return helpText(usage, withGates(release))
  const info = versionInfo(release)
  return flags.get('version') === 'raw' ? `${rawVersion(info)}\n` : `Kubernetes ${info.gitVersion}\n`
}

/** The flags; that of feature gates lists them. */
function withGates(release: EffectiveRelease): readonly FlagGroup[] {
  const gates = `Options are:\n${featureGateLines(release).join('\n')}`
  return flagGroups.map(({ title, flags }) => ({
    title,
    flags: flags.map((flag) => (flag.name === 'feature-gates' ? { ...flag, help: `${flag.help} ${gates}` } : flag)),
  }))
}

/** As Go prints the value. */
function rawVersion(info: VersionInfo): string {
  const fields = Object.entries(info).map(([name, value]) => {
    return `${name[0]!.toUpperCase()}${name.slice(1)}:${JSON.stringify(value)}`
  })
  return `version.Info{${fields.join(', ')}}`
}

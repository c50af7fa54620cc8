import { helpText, parseFlags } from '../flags/flag.js'
import { emulatedVersion } from '../request/version-info.js'
import { flagGroups } from './flags.js'

const usage = 'Usage: apimachinery-server [flags]\n\nStarts a Kubernetes API server.'

/**
 * What a command line prints that starts no server; `undefined` for one that does. Nothing but flags is loaded for it. Throws
 * `UsageError` for a wrong command line.
 *
 * Source: `PrintAndExitIfRequested` of k8s.io/component-base/version/verflag.
 */
export function earlyAnswer(args: readonly string[]): string | undefined {
  const flags = parseFlags(flagGroups, args)
  if (flags.get('help') === true) return helpText(usage, flagGroups)
  const version = flags.get('version')
  if (version === 'raw') return `${rawVersion()}\n`
  return version === true ? `Kubernetes ${emulatedVersion.gitVersion}\n` : undefined
}

/** As Go prints the value. */
function rawVersion(): string {
  const fields = Object.entries(emulatedVersion).map(([name, value]) => {
    return `${name[0]!.toUpperCase()}${name.slice(1)}:${JSON.stringify(value)}`
  })
  return `version.Info{${fields.join(', ')}}`
}

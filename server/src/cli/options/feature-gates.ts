import { type EffectiveRelease, FeatureGates } from 'apimachinery/api/releases'
import { messageOf } from 'apimachinery/errors'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'

const component = 'kube'

/**
 * The gates of `--feature-gates`, `Gate=true` or `kube:Gate=true`. Throws `UsageError` for other values and components, and for gates
 * that cannot be set in the release.
 *
 * Source: `Set` of k8s.io/component-base/compatibility and featuregate.
 */
export function featureGatesOf(flags: FlagValues, effective: EffectiveRelease): Readonly<Record<string, boolean>> {
  const entries = Object.entries(flags.map('feature-gates')).map(([key, value]) => ({ ...keyOf(key), value }))
  if (new Set(entries.map((entry) => entry.prefix)).size > 1) {
    throw new UsageError(
      'set kube feature gates with default empty prefix or kube: prefix consistently, do not mix use',
    )
  }
  const set = Object.fromEntries(entries.map(({ gate, value }) => [gate, booleanOf(gate, value)]))
  try {
    new FeatureGates({ ...effective, set })
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
  return set
}

/** Alpha features that are on in a release that is not the newest. */
export function alphaGatesOn(gates: FeatureGates): readonly string[] {
  return gates.all.filter(({ name, stage }) => stage === 'alpha' && gates.enabled(name)).map(({ name }) => name)
}

/** Lines about the gates that are no matter of course yet. Source: `KnownFeatures` of k8s.io/component-base/featuregate. */
export function featureGateLines(effective: EffectiveRelease): readonly string[] {
  const compatible = { ...effective, minCompatibility: effective.release.minor }
  const usual = new Map(new FeatureGates(effective).all.map((gate) => [gate.name, gate]))
  return new FeatureGates(compatible).all.flatMap(({ name, stage, on }) => {
    if (stage !== 'alpha' && stage !== 'beta') return []
    const text = (value: boolean) => `${component}:${name}=true|false (${stage.toUpperCase()} - default=${value})`
    const before = usual.get(name)?.on ?? on
    if (before === on) return [text(on)]
    return [
      `${text(before)}, or ${text(on).slice(component.length + 1)} if --min-compatibility-version>=${effective.release.name}`,
    ]
  })
}

function keyOf(key: string): { readonly prefix: string | undefined; readonly gate: string } {
  const at = key.indexOf(':')
  if (at < 0) return { prefix: undefined, gate: key.trim() }
  const prefix = key.slice(0, at).trim()
  if (prefix !== component) throw new UsageError(`component not registered: ${prefix}`)
  return { prefix, gate: key.slice(at + 1).trim() }
}

/** Source: `strconv.ParseBool` of Go. */
function booleanOf(gate: string, value: string): boolean {
  const text = value.trim()
  if (text === '') throw new UsageError(`missing bool value for ${gate}`)
  if (/^(1|t|T|true|TRUE|True)$/.test(text)) return true
  if (/^(0|f|F|false|FALSE|False)$/.test(text)) return false
  const problem = `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`
  throw new UsageError(`invalid value of ${gate}=${text}, err: ${problem}`)
}

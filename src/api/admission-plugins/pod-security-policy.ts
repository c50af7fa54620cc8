import { type FieldError, invalid } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'

/** How much pods may do. */
export type Level = 'privileged' | 'baseline' | 'restricted'

/** A level as it was understood in a release: the minor one of Kubernetes 1, or `latest`. */
export interface LevelVersion {
  readonly level: Level
  readonly version: number | 'latest'
}

/** The levels of a namespace for enforcement, audit and warnings. */
export interface Policy {
  readonly enforce: LevelVersion
  readonly audit: LevelVersion
  readonly warn: LevelVersion
}

/** The default. */
export const privilegedPolicy: Policy = /* @__PURE__ */ (() => {
  const lax: LevelVersion = { level: 'privileged', version: 'latest' }
  return { enforce: lax, audit: lax, warn: lax }
})()

const levels: readonly Level[] = ['privileged', 'baseline', 'restricted']

/** `restricted:v1.25`, `baseline:latest` */
export function levelVersionText({ level, version }: LevelVersion): string {
  return `${level}:${version === 'latest' ? version : `v1.${version}`}`
}

/** Negative where the first is laxer. */
export function compareLevels(a: Level, b: Level): number {
  return levels.indexOf(a) - levels.indexOf(b)
}

/** Reports whether nothing is checked. */
export function isFullyPrivileged({ enforce, audit, warn }: Policy): boolean {
  return [enforce, audit, warn].every(({ level }) => level === 'privileged')
}

/** Reports whether two policies have the same effect. */
export function isEquivalent(a: Policy, b: Policy): boolean {
  return (['enforce', 'audit', 'warn'] as const).every((mode) => sameLevel(a[mode], b[mode]))
}

function sameLevel(a: LevelVersion, b: LevelVersion): boolean {
  return a.level === b.level && (a.level === 'privileged' || a.version === b.version)
}

/** The level of a text; `undefined` for another word. */
export function parseLevel(text: string): Level | undefined {
  return levels.find((level) => level === text)
}

/** The version of a text such as `v1.25`; `undefined` for another form. */
export function parseVersion(text: string): LevelVersion['version'] | undefined {
  if (text === 'latest') return 'latest'
  const minor = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1]
  if (minor === undefined || BigInt(minor) >= 2n ** 63n) return undefined
  return Number(minor)
}

/**
 * The policy in the labels of a namespace. Invalid labels count as the strictest level for enforcement, and as none for
 * audit and warnings.
 *
 * Source: `PolicyToEvaluate` of k8s.io/pod-security-admission/api.
 */
export function policyOf(
  labels: Readonly<Record<string, string>> | undefined,
  defaults: Policy = privilegedPolicy,
): { readonly policy: Policy; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = []
  const read = <T>(name: string, parse: (text: string) => T | undefined, wanted: string): T | 'wrong' | undefined => {
    const label = `pod-security.kubernetes.io/${name}`
    if (labels === undefined || !Object.hasOwn(labels, label)) return undefined
    const text = labels[label]!
    const value = parse(text)
    if (value === undefined) errors.push(invalid(fieldPath('metadata', 'labels').key(label), text, wanted))
    return value ?? 'wrong'
  }
  const readMode = (
    mode: keyof Policy,
    wrongLevel: Level,
  ): LevelVersion & { readonly given: Level | 'wrong' | undefined; readonly versionGiven: boolean } => {
    const given = read(mode, parseLevel, `must be one of ${levels.join(', ')}`)
    const version = read(`${mode}-version`, parseVersion, 'must be "latest" or "v1.x"')
    return {
      level: given === 'wrong' ? wrongLevel : (given ?? defaults[mode].level),
      version: version === 'wrong' ? 'latest' : (version ?? defaults[mode].version),
      given,
      versionGiven: version !== undefined,
    }
  }
  const enforce = readMode('enforce', 'restricted')
  const audit = readMode('audit', 'privileged')
  const warn = readMode('warn', 'privileged')
  // An enforced level also applies to warnings about controllers, unless another one is set.
  const follows =
    warn.given === undefined &&
    enforce.given !== undefined &&
    enforce.given !== 'wrong' &&
    compareLevels(enforce.level, warn.level) > 0
  const warned = follows ? { level: enforce.level, version: warn.versionGiven ? warn.version : enforce.version } : warn
  const plain = ({ level, version }: LevelVersion): LevelVersion => ({ level, version })
  return { policy: { enforce: plain(enforce), audit: plain(audit), warn: plain(warned) }, errors }
}

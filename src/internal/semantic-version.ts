import { maxUint64 } from './int64.js'

/** A semantic version (semver.org 2.0); build metadata is not kept. */
export interface SemanticVersion {
  readonly numbers: readonly [bigint, bigint, bigint]
  readonly prerelease: readonly string[]
}

const number = '(0|[1-9][0-9]*)'
const identifiers = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*'
const pattern = /* @__PURE__ */ new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${identifiers}))?(?:\\+${identifiers})?$`,
)

/** Reads a semantic version; undefined for an invalid one. */
export function parseSemanticVersion(text: string): SemanticVersion | undefined {
  const [, major, minor, patch, prerelease] = pattern.exec(text) ?? []
  if (major === undefined || minor === undefined || patch === undefined) return undefined
  const numbers = [BigInt(major), BigInt(minor), BigInt(patch)] as const
  if (numbers.some((each) => each > maxUint64)) return undefined
  const parts = prerelease?.split('.') ?? []
  return parts.every(isIdentifier) ? { numbers, prerelease: parts } : undefined
}

/** Digits alone are a number: one of 64 bits without zeros before it. */
function isIdentifier(text: string): boolean {
  return !/^[0-9]+$/.test(text) || text === '0' || (text[0] !== '0' && BigInt(text) <= maxUint64)
}

/** Below zero when `a` comes before `b`, zero when neither does. */
export function compareSemanticVersions(a: SemanticVersion, b: SemanticVersion): number {
  for (const [i, each] of a.numbers.entries()) {
    const other = b.numbers[i]!
    if (each !== other) return each < other ? -1 : 1
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0)
    return b.prerelease.length - a.prerelease.length && (a.prerelease.length === 0 ? 1 : -1)
  for (const [i, each] of a.prerelease.entries()) {
    const other = b.prerelease[i]
    if (other === undefined) return 1
    const compared = compareIdentifiers(each, other)
    if (compared !== 0) return compared
  }
  return a.prerelease.length < b.prerelease.length ? -1 : 0
}

function compareIdentifiers(a: string, b: string): number {
  if (a === b) return 0
  const [numeric, otherNumeric] = [/^[0-9]+$/.test(a), /^[0-9]+$/.test(b)]
  if (numeric && otherNumeric) return BigInt(a) < BigInt(b) ? -1 : 1
  if (numeric !== otherNumeric) return numeric ? -1 : 1
  return a < b ? -1 : 1
}

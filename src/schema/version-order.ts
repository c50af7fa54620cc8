import { compareStrings } from '../internal/compare-strings.js'
import { parseInt64 } from '../internal/parse-int64.js'

const kubeVersion = /^v([0-9]+)(?:(alpha|beta)([0-9]+))?$/

interface KubeVersion {
  readonly major: bigint
  /** 0 alpha, 1 beta, 2 generally available. */
  readonly stability: number
  readonly minor: bigint
}

/**
 * Orders version names by stability, then major, then minor: `v2 > v1 > v1beta2 > v1beta1 > v1alpha1`. Names of other
 * forms are smaller than all of these, and among themselves the alphabetically first is the largest.
 *
 * @returns a negative number when `a` is smaller, a positive one when it is larger, 0 when they are equal. Sort with
 * `(a, b) => compareKubeAwareVersionStrings(b, a)` to have the preferred version first.
 */
export function compareKubeAwareVersionStrings(a: string, b: string): number {
  if (a === b) return 0
  const left = parseKubeVersion(a)
  const right = parseKubeVersion(b)
  if (left === undefined && right === undefined) return compareStrings(b, a)
  if (left === undefined) return -1
  if (right === undefined) return 1
  if (left.stability !== right.stability) return left.stability - right.stability
  return Number(left.major === right.major ? left.minor - right.minor : left.major - right.major)
}

function parseKubeVersion(text: string): KubeVersion | undefined {
  const match = kubeVersion.exec(text)
  if (match === null) return undefined
  const major = parseInt64(match[1] ?? '')
  const minor = parseInt64(match[3] ?? '0')
  // Go reads both with 64 bits; a name whose numbers do not fit is an ordinary name there.
  if (major === undefined || minor === undefined) return undefined
  return {
    major: BigInt(major),
    minor: BigInt(minor),
    stability: match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0,
  }
}

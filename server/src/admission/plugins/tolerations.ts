import { isDeepStrictEqual } from 'node:util'
import type { Toleration } from 'apimachinery/api/core/v1'

/** Both lists without what others cover. Source: `MergeTolerations` of pkg/util/tolerations. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second]
  const merged: Toleration[] = []
  for (const [index, toleration] of all.entries()) {
    if (merged.some((wider) => covers(wider, toleration))) continue
    const later = all.slice(index + 1)
    if (later.some((wider) => !isSame(wider, toleration) && covers(wider, toleration))) continue
    merged.push(toleration)
  }
  return merged
}

/** Whether a toleration covers everything that another one does. */
export function covers(wider: Toleration, toleration: Toleration): boolean {
  if (isSame(wider, toleration)) return true
  const anyKey = !wider.key && wider.operator === 'Exists'
  if ((wider.key ?? '') !== (toleration.key ?? '') && !anyKey) return false
  if (wider.effect && wider.effect !== toleration.effect) return false
  if (wider.effect === 'NoExecute' && isSet(wider.tolerationSeconds)) {
    const seconds = toleration.tolerationSeconds
    if (!isSet(seconds) || Number(seconds) > Number(wider.tolerationSeconds)) return false
  }
  if (wider.operator === 'Exists') return true
  const equal = (operator: string | undefined): boolean => !operator || operator === 'Equal'
  return equal(wider.operator) && equal(toleration.operator) && (wider.value ?? '') === (toleration.value ?? '')
}

function isSame(a: Toleration, b: Toleration): boolean {
  return isDeepStrictEqual(present(a), present(b))
}

function present(toleration: Toleration): Record<string, unknown> {
  return Object.fromEntries(Object.entries(toleration).filter(([, value]) => isSet(value) && value !== ''))
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

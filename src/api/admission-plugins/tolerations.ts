import type { Toleration } from '../core/v1/types.gen.js'
import { isSet } from '../validation/go-values.js'

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

/** Reports whether a toleration covers everything that another one does. */
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
  const texts = ['key', 'operator', 'value', 'effect'] as const
  return (
    texts.every((name) => (a[name] ?? '') === (b[name] ?? '')) &&
    String(a.tolerationSeconds ?? '') === String(b.tolerationSeconds ?? '')
  )
}

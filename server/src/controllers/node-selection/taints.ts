import type { Taint, Toleration } from 'apimachinery/api/core/v1'

/**
 * Reports whether a toleration covers a taint. The operators `Lt` and `Gt` cover none: their gate is off by default.
 * Source: `ToleratesTaint` in core/v1 of Kubernetes' API.
 */
export function toleratesTaint({ key, operator, value, effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false
  if (key && key !== taint.key) return false
  if (operator === 'Exists') return true
  return (!operator || operator === 'Equal') && (value ?? '') === (taint.value ?? '')
}

/** The first taint with one of these effects that no toleration covers; without `effects`, with any effect. */
export function untoleratedTaint(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
  effects?: readonly string[],
): Taint | undefined {
  return taints
    .filter(({ effect = '' }) => effects === undefined || effects.includes(effect))
    .find((taint) => !tolerations.some((toleration) => toleratesTaint(toleration, taint)))
}

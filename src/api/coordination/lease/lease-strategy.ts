import { type FieldError, invalid, notSupported } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isQualifiedName } from '../../../validation/qualified-name.js'

/** The strategy that Kubernetes itself defines. */
export const oldestEmulationVersion = 'OldestEmulationVersion'

/** Checks how the holder of a lease is chosen: a strategy of Kubernetes, or one with a domain. */
export function validateCoordinatedLeaseStrategy(strategy: string, path: FieldPath): FieldError[] {
  const inner = path.child('strategy')
  if (strategy.includes('/')) {
    return isQualifiedName(strategy).map((problem) => invalid(inner, strategy, problem).withJSONText())
  }
  return strategy === oldestEmulationVersion
    ? []
    : [notSupported(inner, strategy, [oldestEmulationVersion]).withJSONText()]
}

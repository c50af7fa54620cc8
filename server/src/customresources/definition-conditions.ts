import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionStatus,
} from 'apimachinery/api/apiextensions/v1'
import { timeFromDate } from 'apimachinery/scalar'

/** The type of a condition of a definition. */
export type DefinitionConditionType =
  | 'Established'
  | 'NamesAccepted'
  | 'NonStructuralSchema'
  | 'Terminating'
  | 'KubernetesAPIApprovalPolicyConformant'

/** A condition as controllers find it. */
export interface DefinitionCondition {
  readonly type: DefinitionConditionType
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** The condition of a type. */
export function findCondition(
  { status }: CustomResourceDefinition,
  type: DefinitionConditionType,
): CustomResourceDefinitionCondition | undefined {
  return (status?.conditions ?? []).find((condition) => condition.type === type)
}

/** Reports whether a condition is there and true. */
export function isConditionTrue(definition: CustomResourceDefinition, type: DefinitionConditionType): boolean {
  return findCondition(definition, type)?.status === 'True'
}

/** Reports whether a definition has the condition already, at any time. */
export function hasCondition(definition: CustomResourceDefinition, condition: DefinitionCondition): boolean {
  const { status, reason, message } = findCondition(definition, condition.type) ?? {}
  return status === condition.status && reason === condition.reason && message === condition.message
}

/**
 * Sets a condition in place; its time changes with its status.
 *
 * Source: `SetCRDCondition` of k8s.io/apiextensions-apiserver/pkg/apihelpers.
 */
export function setCondition(definition: CustomResourceDefinition, condition: DefinitionCondition, now: Date): void {
  const found = findCondition(definition, condition.type)
  const lastTransitionTime = timeFromDate(now)
  if (found === undefined) {
    const status = ensureDefinitionStatus(definition)
    status.conditions = [...(status.conditions ?? []), { ...condition, lastTransitionTime }]
    return
  }
  const changed = found.status !== condition.status || !found.lastTransitionTime
  Object.assign(found, condition, changed ? { lastTransitionTime } : {})
}

/** Removes a condition in place. */
export function removeCondition(definition: CustomResourceDefinition, type: DefinitionConditionType): void {
  const status = ensureDefinitionStatus(definition)
  status.conditions = (status.conditions ?? []).filter((condition) => condition.type !== type)
}

/** The status of a definition, to be changed in place. */
export function ensureDefinitionStatus(definition: CustomResourceDefinition): CustomResourceDefinitionStatus {
  definition.status ??= {}
  return definition.status
}

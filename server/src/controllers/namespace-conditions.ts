import type { NamespaceCondition } from 'apimachinery/api/core/v1'
import type { RemainingContent } from './namespace-content.js'

/** The facts of a condition. */
type Condition = Required<Pick<NamespaceCondition, 'type' | 'status' | 'reason' | 'message'>>

/** The conditions of a namespace whose content is being deleted. Source: `status_condition_utils.go` of pkg/controller/namespace/deletion. */
export function namespaceConditions({
  resources,
  finalizers,
  discoveryErrors,
  contentErrors,
}: RemainingContent): readonly Condition[] {
  const left = [...resources].map(([name, count]) => `${name} has ${count} resource instances`).sort()
  const blocked = [...finalizers].map(([name, count]) => `${name} in ${count} resource instances`).sort()
  const failing = discoveryErrors.map(({ message }) => message).sort()
  const failed = [...new Set(contentErrors.map(({ message }) => message))].sort()
  return [
    condition('NamespaceDeletionDiscoveryFailure', failing.length > 0, {
      yes: ['DiscoveryFailed', `Discovery failed for some groups, ${failing.length} failing: ${failing.join(', ')}`],
      no: ['ResourcesDiscovered', 'All resources successfully discovered'],
    }),
    condition('NamespaceDeletionGroupVersionParsingFailure', false, {
      yes: ['GroupVersionParsingFailed', ''],
      no: ['ParsedGroupVersions', 'All legacy kube types successfully parsed'],
    }),
    condition('NamespaceDeletionContentFailure', failed.length > 0, {
      yes: [
        'ContentDeletionFailed',
        `Failed to delete all resource types, ${failed.length} remaining: ${failed.join(', ')}`,
      ],
      no: ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
    }),
    condition('NamespaceContentRemaining', left.length > 0, {
      yes: ['SomeResourcesRemain', `Some resources are remaining: ${left.join(', ')}`],
      no: ['ContentRemoved', 'All content successfully removed'],
    }),
    condition('NamespaceFinalizersRemaining', blocked.length > 0, {
      yes: ['SomeFinalizersRemain', `Some content in the namespace has finalizers remaining: ${blocked.join(', ')}`],
      no: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
    }),
  ]
}

type Reason = readonly [reason: string, message: string]

function condition(type: string, is: boolean, { yes, no }: { readonly yes: Reason; readonly no: Reason }): Condition {
  const [reason, message] = is ? yes : no
  return { type, status: is ? 'True' : 'False', reason, message }
}

/** The conditions with new facts; others stay. @returns undefined if nothing changes */
export function updatedConditions(
  before: readonly NamespaceCondition[],
  facts: readonly Condition[],
  now: string,
): readonly NamespaceCondition[] | undefined {
  const updated = [...before]
  let changed = false
  for (const fact of facts) {
    const index = before.findIndex(({ type }) => type === fact.type)
    const old = before[index]
    const same = (fields: readonly ('status' | 'reason' | 'message')[]) =>
      fields.every((field) => old?.[field] === fact[field])
    if (old !== undefined && same(['status', 'reason', 'message'])) continue
    changed = true
    const lastTransitionTime = old !== undefined && same(['status']) ? old.lastTransitionTime : now
    const condition: NamespaceCondition = { ...fact, lastTransitionTime }
    if (old === undefined) updated.push(condition)
    else updated[index] = condition
  }
  return changed ? updated : undefined
}

import { deepEqual } from '../../../descriptor/deep-equal.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isSet, memberOf, structsOf, textEntriesOf } from '../../validation/go-values.js'
import { invalidStruct } from '../internal-form/internal-json.js'
import { nodeAffinityDescriptor, nodeSelectorTermDescriptor, podSpecDescriptor } from '../v1/descriptors.gen.js'
import type { NodeAffinity, NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from '../v1/types.gen.js'

interface Gated {
  /** The specification, with the fields restored that gated pods may change. */
  readonly spec: PodSpec
  readonly errors: readonly FieldError[]
}

/** A pod with scheduling gates may get further node requirements; existing ones stay. */
export function gatedSpec(now: PodSpec, before: PodSpec): Gated {
  if (structsOf(before.schedulingGates).length === 0) return { spec: now, errors: [] }
  const spec = { ...now }
  const errors: FieldError[] = []
  if (!isEqual('nodeSelector', now, before)) {
    errors.push(...nodeSelectorErrors(now, before))
    spec.nodeSelector = before.nodeSelector
  }
  const [mine, old] = [now.affinity?.nodeAffinity, before.affinity?.nodeAffinity]
  if (isSameAffinity(mine, old)) return { spec, errors }
  errors.push(...affinityErrors(mine, old, fieldPath('spec', 'affinity', 'nodeAffinity')))
  spec.affinity = affinityWith(now, before)
  return { spec, errors }
}

function isEqual(name: 'nodeSelector', now: PodSpec, before: PodSpec): boolean {
  return deepEqual(podSpecDescriptor, { [name]: now[name] }, { [name]: before[name] })
}

function isSameAffinity(now: NodeAffinity | null | undefined, before: NodeAffinity | null | undefined): boolean {
  if (!isSet(now) || !isSet(before)) return isSet(now) === isSet(before)
  return deepEqual(nodeAffinityDescriptor, now, before)
}

function nodeSelectorErrors(now: PodSpec, before: PodSpec): FieldError[] {
  const kept = textEntriesOf(before.nodeSelector).every(([key, value]) => memberOf(now.nodeSelector, key) === value)
  if (kept) return []
  const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)'
  return [invalid(fieldPath('spec', 'nodeSelector'), now.nodeSelector ?? null, detail)]
}

/** The affinity with its old node requirements. */
function affinityWith({ affinity }: PodSpec, before: PodSpec): PodSpec['affinity'] {
  const nodeAffinity = before.affinity?.nodeAffinity
  if (!isSet(affinity)) return isSet(nodeAffinity) ? { nodeAffinity } : affinity
  if (!isSet(before.affinity) && !isSet(affinity.podAffinity) && !isSet(affinity.podAntiAffinity)) return undefined
  return { ...affinity, nodeAffinity }
}

function affinityErrors(
  now: NodeAffinity | null | undefined,
  before: NodeAffinity | null | undefined,
  path: FieldPath,
): FieldError[] {
  const old = structsOf(before?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms)
  const terms = structsOf(now?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms)
  const at = path.child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms')
  if (old.length > 0 && old.length !== terms.length) {
    const detail = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'
    const shown = isSet(now?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms) ? terms : null
    return [invalidStruct('NodeSelectorTerm', shown, { path: at, detail })]
  }
  const detail = 'only additions are allowed (no mutations or deletions)'
  return old.flatMap((term, i) => {
    const mine = terms[i] ?? {}
    if (hasOnlyAdditions(mine, term)) return []
    return [invalidStruct('NodeSelectorTerm', mine, { path: at.index(i), detail })]
  })
}

function hasOnlyAdditions(now: NodeSelectorTerm, before: NodeSelectorTerm): boolean {
  const empty = (term: NodeSelectorTerm): boolean =>
    structsOf(term.matchExpressions).length === 0 && structsOf(term.matchFields).length === 0
  if (empty(before)) return empty(now)
  return (['matchExpressions', 'matchFields'] as const).every((name) => {
    const old: readonly NodeSelectorRequirement[] = structsOf(before[name])
    const kept = structsOf(now[name]).slice(0, old.length)
    return old.length === 0 || deepEqual(nodeSelectorTermDescriptor, { [name]: kept }, { [name]: old })
  })
}

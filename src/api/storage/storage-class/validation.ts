import { duplicate, type FieldError, forbidden, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { deprecatedNodeLabelMessage } from '../../core/scheduling/deprecated-node-labels.js'
import {
  sameTopologyTerm,
  type TopologyTermValues,
  validateTopologySelectorTerm,
} from '../../core/scheduling/topology-selector.js'
import type { TopologySelectorTerm } from '../../core/v1/types.gen.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateParameters, validateProvisioner } from '../provisioner.js'
import type { StorageClass } from '../v1/types.gen.js'

const reclaimPolicies = ['Delete', 'Retain']
const bindingModes = ['Immediate', 'WaitForFirstConsumer']

/** Checks a new StorageClass. */
export function validateStorageClass(storageClass: StorageClass): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const { metadata, provisioner, parameters, reclaimPolicy, volumeBindingMode, allowedTopologies } = storageClass
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...validateProvisioner(provisioner, fieldPath('provisioner')),
    ...validateParameters(parameters, true, fieldPath('parameters')),
    ...validateReclaimPolicy(reclaimPolicy, fieldPath('reclaimPolicy')),
    ...validateVolumeBindingMode(volumeBindingMode, fieldPath('volumeBindingMode')),
    ...validateAllowedTopologies(allowedTopologies, fieldPath('allowedTopologies')),
  ]
}

function validateReclaimPolicy(policy: string | null | undefined, path: FieldPath): FieldError[] {
  if (!policy || reclaimPolicies.includes(policy)) return []
  return [notSupported(path, policy, reclaimPolicies).withJSONText()]
}

function validateVolumeBindingMode(mode: string | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(mode)) return [required(path, '')]
  return bindingModes.includes(mode) ? [] : [notSupported(path, mode, bindingModes).withJSONText()]
}

/** Upstream compares each term with as many empty terms as there are terms, too: an empty term is a duplicate of each. */
function validateAllowedTopologies(
  topologies: readonly TopologySelectorTerm[] | null | undefined,
  path: FieldPath,
): FieldError[] {
  const terms = structsOf(topologies)
  const seen: TopologyTermValues[] = terms.map(() => new Map())
  return terms.flatMap((term, i) => {
    const { values, errors } = validateTopologySelectorTerm(term, path.index(i))
    const same = seen.filter((other) => sameTopologyTerm(values, other))
    seen.push(values)
    return [...errors, ...same.map(() => duplicate(path.index(i).child('matchLabelExpressions'), ''))]
  })
}

/** Checks a changed StorageClass: what volumes are made from stays the same. */
export function validateStorageClassUpdate(storageClass: StorageClass, old: StorageClass): readonly FieldError[] {
  const fixed = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const
  return [
    ...validateStorageClass(storageClass),
    ...validateObjectMetaUpdate(storageClass.metadata, old.metadata, fieldPath('metadata')),
    ...fixed.flatMap((name) =>
      validateImmutableField(storageClass[name], old[name], fieldPath(name)).map((error) => {
        const covered = error.withOrigin('immutable').markCoveredByDeclarative()
        // Earlier releases forbid the change, but for how volumes are bound.
        const earlier =
          name === 'volumeBindingMode' ? error : forbidden(fieldPath(name), `updates to ${name} are forbidden.`)
        return covered.since(36, earlier)
      }),
    ),
  ]
}

/** Warnings about a StorageClass. */
export function warningsForStorageClass(storageClass: StorageClass): readonly string[] {
  const path = fieldPath('allowedTopologies')
  return structsOf(storageClass.allowedTopologies).flatMap((term, i) =>
    structsOf(term.matchLabelExpressions).flatMap(({ key }, j) => {
      const message = deprecatedNodeLabelMessage(key ?? '')
      const keyPath = path.index(i).child('matchLabelExpressions').index(j).child('key')
      return message === undefined ? [] : [`${keyPath}: ${message}`]
    }),
  )
}

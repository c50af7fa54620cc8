import { duplicate, forbidden, notFound } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import type { ContainerCheck } from '../pod/pod-check.js'
import type { EphemeralContainer } from '../v1/types.gen.js'
import { validateContainer, validateImageSpace } from './containers.js'

/** Fields that a container for debugging must not have; no service of a pod should rely on it. */
const unusedFields = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const

const cannotBeSet = 'cannot be set for an Ephemeral Container'

/** Checks the containers that were added to a pod for debugging. */
export function validateEphemeralContainers(path: FieldPath, check: ContainerCheck): void {
  const { spec, errors } = check
  const containers = structsOf(spec.ephemeralContainers)
  if (containers.length === 0) return
  const others = new Set(
    [...structsOf(spec.containers), ...structsOf(spec.initContainers)].map(({ name }) => name ?? ''),
  )
  const names = new Set(others)
  for (const [i, container] of containers.entries()) {
    const at = path.index(i)
    const name = container.name ?? ''
    const target = container.targetContainerName ?? ''
    validateContainer(container, at, check)
    validateImageSpace(container, at, check)
    if (names.has(name)) errors.push(duplicate(at.child('name'), name))
    else names.add(name)
    if (target !== '' && !others.has(target)) errors.push(notFound(at.child('targetContainerName'), target))
    validateUnused(container, at, check)
  }
}

function validateUnused(container: EphemeralContainer, path: FieldPath, { errors }: ContainerCheck): void {
  for (const name of unusedFields) {
    const value = container[name]
    // Resources are not a pointer in Go: empty ones mean none.
    const used = name === 'resources' ? Object.values(value ?? {}).some(isSet) : isSet(value)
    if (used) errors.push(forbidden(path.child(name), cannotBeSet))
  }
  for (const [i, mount] of structsOf(container.volumeMounts).entries()) {
    for (const name of ['subPath', 'subPathExpr'] as const) {
      if ((mount[name] ?? '') === '') continue
      errors.push(forbidden(path.child('volumeMounts').index(i).child(name), cannotBeSet))
    }
  }
}

import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, forbidden, internalError, invalid } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { isIPv4Bytes, parseIPSloppy } from '../../../validation/ip-address.js'
import { isValidIPForLegacyField } from '../../../validation/ip-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateQualifiedName } from '../../validation/field-rules.js'
import { structsOf } from '../../validation/go-values.js'
import { invalidNamed } from '../../validation/named-text.js'
import { validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateContainerStatuses } from '../container/container-statuses.js'
import { validateContainerTransitions } from '../container/container-transitions.js'
import { invalidStruct } from '../internal-form/internal-json.js'
import type { Pod, PodCondition, PodStatus } from '../v1/types.gen.js'
import { validatePodAnnotations, validatePodAnnotationUpdates } from './pod-annotations.js'
import type { PodValidationOptions } from './pod-options.js'
import { validateClaimStatuses } from './resource-claim-statuses.js'
import { specOf } from './validation.js'

/** Checks the status of a pod that a kubelet or the scheduler reports. */
export function validatePodStatusUpdate(pod: Pod, old: Pod, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('status')
  const metaPath = fieldPath('metadata')
  const [status, before] = [pod.status ?? {}, old.status ?? {}]
  const spec = specOf(pod)
  const errors = validateObjectMetaUpdate(pod.metadata, old.metadata, metaPath)
  const [now, was] = [pod.metadata?.annotations, old.metadata?.annotations]
  appendAll(errors, validatePodAnnotationUpdates(now, was, metaPath.child('annotations')))
  appendAll(errors, validatePodAnnotations(now, metaPath.child('annotations'), { spec, options }))
  appendAll(errors, conditionErrors(structsOf(status.conditions), path.child('conditions')))
  appendAll(errors, nodeErrors(pod, old, options))
  if ((status.observedGeneration ?? 0) < 0) {
    errors.push(nonnegative(path.child('observedGeneration'), status.observedGeneration))
  }
  const [qosClass, oldClass] = [status.qosClass ?? '', before.qosClass ?? '']
  if (qosClass !== oldClass) errors.push(invalidNamed(path.child('qosClass'), qosClass, fieldImmutableErrorMsg))
  appendAll(errors, validateContainerTransitions(status, before, { spec: specOf(old), options }))
  appendAll(errors, validateClaimStatuses(status, spec, path))
  appendAll(errors, addressErrors({ status, before, strict: options.strictIPs }))
  appendAll(errors, validateContainerStatuses(status, spec, options))
  return errors
}

function nonnegative(path: FieldPath, value: unknown): FieldError {
  return invalid(path, value, 'must be a non-negative integer')
}

const systemConditions = ['PodScheduled', 'Ready', 'Initialized']

function conditionErrors(conditions: readonly PodCondition[], path: FieldPath): FieldError[] {
  return conditions.flatMap((given, i) => {
    const type = given.type ?? ''
    const observedGeneration = given.observedGeneration ?? 0
    const errors: FieldError[] = []
    if (observedGeneration < 0) {
      errors.push(nonnegative(path.index(i).child('observedGeneration'), observedGeneration))
    }
    if (!systemConditions.includes(type)) errors.push(...validateQualifiedName(type, path.index(i).child('Type')))
    return errors
  })
}

function nodeErrors(pod: Pod, old: Pod, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('status')
  const at = path.child('nominatedNodeName')
  const [name, before] = [pod.status?.nominatedNodeName ?? '', old.status?.nominatedNodeName ?? '']
  const bound = specOf(old).nodeName ?? ''
  const errors: FieldError[] = []
  if ((specOf(pod).nodeName ?? '') !== bound) {
    errors.push(forbidden(path.child('nodeName'), 'may not be changed directly'))
  }
  if (name === before || name === '') return errors
  for (const problem of nameIsDNSSubdomain(name, false)) errors.push(invalid(at, name, problem))
  if (options.clearingNominatedNodeNameAfterBinding && bound !== '') {
    errors.push(forbidden(at, 'may not be set on pods that are already bound to a node'))
  }
  return errors
}

interface Addresses {
  readonly status: PodStatus
  readonly before: PodStatus
  readonly strict: boolean
}

function addressErrors({ status, before, strict }: Addresses): FieldError[] {
  const errors = listErrors('podIPs', { status, before, strict })
  const [first] = structsOf(status.hostIPs)
  if (first === undefined) return errors
  if ((status.hostIP ?? '') !== (first.ip ?? '')) {
    const at = fieldPath('status', 'hostIPs').index(0).child('ip')
    errors.push(invalid(at, first.ip ?? '', 'must be equal to `hostIP`'))
  }
  return [...errors, ...listErrors('hostIPs', { status, before, strict })]
}

/** One address, or one of each family. */
function listErrors(name: 'podIPs' | 'hostIPs', { status, before, strict }: Addresses): FieldError[] {
  const path = fieldPath('status', name)
  const list = structsOf(status[name])
  const addresses = list.map(({ ip }) => ip ?? '')
  const validOld = structsOf(before[name]).map(({ ip }) => ip ?? '')
  const errors = addresses.flatMap((address, i) =>
    isValidIPForLegacyField(path.index(i), address, { strict, validOld }),
  )
  if (addresses.length < 2) return errors
  const bad = addresses.findIndex((address) => parseIPSloppy(address) === undefined)
  if (bad >= 0) {
    const message = `failed to check for dual stack with error:invalid IP[${bad}]: ${addresses[bad]}`
    errors.push(internalError(path, new Error(message)))
  }
  if (addresses.length === 2 && bad < 0 && isIPv4(addresses[0]) !== isIPv4(addresses[1])) return errors
  const detail = 'may specify no more than one IP for each IP family'
  errors.push(invalidStruct(name === 'podIPs' ? 'PodIP' : 'HostIP', list, { path, detail }))
  return errors
}

function isIPv4(address: string | undefined): boolean {
  const parsed = parseIPSloppy(address ?? '')
  return parsed !== undefined && isIPv4Bytes(parsed.bytes)
}

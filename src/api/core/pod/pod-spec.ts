import { appendAll } from '../../../internal/append-all.js'
import { duplicate, type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabels } from '../../../validation/labels.js'
import { inclusiveRangeError } from '../../../validation/messages.js'
import type { ObjectMetaFields } from '../../../validation/object-meta-types.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateDNS1123Label, validateQualifiedName } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { requiredEnumErrors } from '../../validation/named-text.js'
import { validateContainers, validateInitContainers } from '../container/containers.js'
import { validateEphemeralContainers } from '../container/ephemeral-containers.js'
import { validateRestartPolicy } from '../container/restart-policies.js'
import { validatePodSecurityContext } from '../container/security-context.js'
import { validateResourceRequirements } from '../resource-list/resource-requirements.js'
import { validateAffinity } from '../scheduling/affinity.js'
import { validateTolerations } from '../scheduling/tolerations.js'
import { validateTopologySpread } from '../scheduling/topology-spread.js'
import type { PodSchedulingGate, PodSpec } from '../v1/types.gen.js'
import { validateVolumes } from '../volume/volumes.js'
import { validateDNSConfig, validateDNSPolicy, validateHostAliases } from './dns-config.js'
import {
  validateFileKeyRefVolumes,
  validateHostNetwork,
  validateHostnameOverride,
  validateHostUsers,
} from './host-namespaces.js'
import type { ContainerCheck, PodCheck } from './pod-check.js'
import { validatePodResources } from './pod-level-resources.js'
import type { PodValidationOptions } from './pod-options.js'
import { validateHostProcessPod, validatePodOS } from './pod-os.js'
import { validatePodResourceClaims } from './resource-claims.js'

const maxInt32 = 2 ** 31 - 1

/** Settings of {@link validatePodSpec}. */
export interface PodSpecRules {
  readonly options: PodValidationOptions
  /** Metadata of the pod; absent for pod templates. */
  readonly meta?: ObjectMetaFields | undefined
}

/** Checks the specification of a pod, in a pod or in a template. */
export function validatePodSpec(
  given: PodSpec | null | undefined,
  path: FieldPath,
  { options, meta }: PodSpecRules,
): FieldError[] {
  const spec = given ?? ({} as PodSpec)
  const check: PodCheck = { errors: [], options }
  const { errors } = check
  if (!isSet(spec.terminationGracePeriodSeconds)) errors.push(required(path.child('terminationGracePeriodSeconds'), ''))
  const volumes = validateVolumes(spec.volumes, path.child('volumes'), { check, meta })
  const claims = structsOf(spec.resourceClaims)
  const claimNames = new Set(claims.map(({ name }) => name ?? '').filter((name) => name !== ''))
  appendAll(errors, validatePodResourceClaims(claims, path.child('resourceClaims'), meta))
  const containers: ContainerCheck = { ...check, spec, volumes, claimNames }
  validateContainers(path.child('containers'), containers)
  validateInitContainers(path.child('initContainers'), containers)
  validateEphemeralContainers(path.child('ephemeralContainers'), containers)
  if (options.podLevelResources) validatePodResources(path.child('resources'), containers)
  validateRunning(spec, path, check)
  validateScheduling(spec, path, check)
  validateHostProcessPod(spec, path, check)
  validateHostUsers(spec, path, check)
  appendAll(errors, validateHostnameOverride(spec, path))
  validateNames(spec, path, check)
  appendAll(errors, validatePodOS(spec, path))
  if (isSet(spec.schedulingGroup)) {
    appendAll(errors, groupErrors(spec.schedulingGroup.podGroupName, path.child('schedulingGroup', 'podGroupName')))
  }
  validateFileKeyRefVolumes(spec, path, check)
  return errors
}

function validateRunning(spec: PodSpec, path: FieldPath, check: PodCheck): void {
  const { errors } = check
  validateHostNetwork(spec, path, check)
  appendAll(errors, validateRestartPolicy(spec.restartPolicy ?? '', path.child('restartPolicy')))
  appendAll(errors, validateDNSPolicy(spec.dnsPolicy ?? '', path.child('dnsPolicy')))
  appendAll(errors, validateLabels(spec.nodeSelector, path.child('nodeSelector')))
  validatePodSecurityContext(spec, path, check)
}

function validateScheduling(spec: PodSpec, path: FieldPath, check: PodCheck): void {
  const { errors } = check
  if (isSet(spec.affinity)) validateAffinity(spec.affinity, path.child('affinity'), check)
  validateDNSConfig(spec, path.child('dnsConfig'), check)
  for (const [i, { conditionType }] of structsOf(spec.readinessGates).entries()) {
    const at = path.child('readinessGates').index(i).child('conditionType')
    appendAll(errors, validateQualifiedName(conditionType ?? '', at))
  }
  appendAll(errors, gateErrors(structsOf(spec.schedulingGates), path.child('schedulingGates')))
  const constraints = structsOf(spec.topologySpreadConstraints)
  validateTopologySpread(constraints, path.child('topologySpreadConstraints'), check)
}

function gateErrors(gates: readonly PodSchedulingGate[], path: FieldPath): FieldError[] {
  const seen = new Set<string>()
  return gates.flatMap((given, i) => {
    const name = given.name ?? ''
    const errors = validateQualifiedName(name, path.index(i))
    if (seen.has(name)) errors.push(duplicate(path.index(i), name))
    seen.add(name)
    return errors
  })
}

const preemptionPolicies = ['PreemptLowerPriority', 'Never']

function validateNames(spec: PodSpec, path: FieldPath, check: PodCheck): void {
  const { errors, options } = check
  const account = (spec.serviceAccountName ?? '') === '' ? spec.serviceAccount : spec.serviceAccountName
  appendAll(errors, nameErrors(account, path.child('serviceAccountName')))
  appendAll(errors, nameErrors(spec.nodeName, path.child('nodeName')))
  const hostname = spec.hostname ?? ''
  const subdomain = spec.subdomain ?? ''
  const { activeDeadlineSeconds: deadline, runtimeClassName, preemptionPolicy } = spec
  if (isSet(deadline) && (deadline < 1 || deadline > maxInt32)) {
    errors.push(invalid(path.child('activeDeadlineSeconds'), deadline, inclusiveRangeError(1, maxInt32)))
  }
  if (hostname !== '') appendAll(errors, validateDNS1123Label(hostname, path.child('hostname')))
  if (subdomain !== '') appendAll(errors, validateDNS1123Label(subdomain, path.child('subdomain')))
  appendAll(errors, validateTolerations(structsOf(spec.tolerations), path.child('tolerations'), options))
  validateHostAliases(structsOf(spec.hostAliases), path.child('hostAliases'), check)
  appendAll(errors, nameErrors(spec.priorityClassName, path.child('priorityClassName')))
  if (isSet(runtimeClassName)) {
    const problems = nameIsDNSSubdomain(runtimeClassName, false)
    for (const problem of problems) errors.push(invalid(path.child('runtimeClassName'), runtimeClassName, problem))
  }
  if (isSet(preemptionPolicy))
    appendAll(errors, requiredEnumErrors(preemptionPolicy, preemptionPolicies, path.child('preemptionPolicy')))
  if (!isSet(spec.overhead)) return
  const rules = { claimNames: new Set<string>(), allowIndivisibleHugePages: options.allowIndivisibleHugePagesValues }
  appendAll(errors, validateResourceRequirements({ limits: spec.overhead }, path.child('overhead'), rules))
}

function nameErrors(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(name) || name === '') return []
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

function groupErrors(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(name)) return [invalid(path, null, 'must specify one of: `podGroupName`')]
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

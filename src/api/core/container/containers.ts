import { appendAll } from '../../../internal/append-all.js'
import { duplicate, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import { trimSpace } from '../../validation/trim-space.js'
import type { ContainerCheck, PodCheck } from '../pod/pod-check.js'
import { validateResourceRequirements } from '../resource-list/resource-requirements.js'
import type { Container } from '../v1/types.gen.js'
import type { AnyContainer } from './all-containers.js'
import { validateContainerPorts, validateHostPortConflicts } from './container-ports.js'
import { validateEnv, validateEnvFrom } from './env.js'
import { validateLifecycle, validateProbes } from './probes.js'
import { validatePullPolicy } from './pull-policy.js'
import {
  validateContainerRestartPolicy,
  validateInitContainerRestartPolicy,
  validateResizePolicy,
} from './restart-policies.js'
import { validateSecurityContext } from './security-context.js'
import { validateVolumeMounts } from './volume-mounts.js'

/** Checks the containers that are the point of a pod. */
export function validateContainers(path: FieldPath, check: ContainerCheck): void {
  const { errors } = check
  const containers = structsOf(check.spec.containers)
  if (containers.length === 0) {
    errors.push(required(path, ''))
    return
  }
  const names = new Set<string>()
  for (const [i, container] of containers.entries()) {
    const at = path.index(i)
    validateContainer(container, at, check)
    const name = container.name ?? ''
    if (names.has(name)) errors.push(duplicate(at.child('name'), name))
    else names.add(name)
    if (isSet(container.lifecycle)) validateLifecycle(container.lifecycle, at.child('lifecycle'), check)
    validateProbes(container, at, check)
    if (check.options.allowContainerRestartPolicyRules) validateContainerRestartPolicy(container, at, check)
    else if (isSet(container.restartPolicy)) {
      errors.push(forbidden(at.child('restartPolicy'), 'may not be set for non-init containers'))
    }
  }
  validateHostPortConflicts(containers, path, check)
}

/** Checks the containers that run before the others, or beside them. */
export function validateInitContainers(path: FieldPath, check: ContainerCheck): void {
  const names = new Set(structsOf(check.spec.containers).map(({ name }) => name ?? ''))
  for (const [i, container] of structsOf(check.spec.initContainers).entries()) {
    const at = path.index(i)
    validateContainer(container, at, check)
    validateInitContainerRestartPolicy(container, at, check)
    const name = container.name ?? ''
    if (names.has(name)) check.errors.push(duplicate(at.child('name'), name))
    else if (name !== '') names.add(name)
    validateHostPortConflicts([container], path, check)
    if (container.restartPolicy === 'Always') {
      if (isSet(container.lifecycle)) validateLifecycle(container.lifecycle, at.child('lifecycle'), check)
      validateProbes(container, at, check)
    } else validateShortLived(container, at, check)
  }
}

const longLived = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const

/** A container that runs to completion must not have probes. */
function validateShortLived(container: Container, path: FieldPath, { errors, options }: ContainerCheck): void {
  for (const name of longLived) {
    if (!isSet(container[name])) continue
    errors.push(forbidden(path.child(name), 'may not be set for init containers without restartPolicy=Always'))
  }
  if (options.allowExistingRestartContainerForNonSidecarInitContainer) return
  for (const [i, { restartPolicy }] of structsOf(container.resizePolicy).entries()) {
    if (restartPolicy !== 'RestartContainer') continue
    const at = path.child('resizePolicy').index(i).child('restartPolicy')
    const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers"
    errors.push(invalidNamed(at, restartPolicy, detail).since(36))
  }
}

const messagePolicies = ['File', 'FallbackToLogsOnError']

/** Checks what all kinds of containers have in common. */
export function validateContainer(given: AnyContainer, path: FieldPath, check: ContainerCheck): void {
  const container: Container = given
  const { errors, claimNames, options } = check
  const name = container.name ?? ''
  const policy = container.terminationMessagePolicy ?? ''
  if (name === '') errors.push(required(path.child('name'), ''))
  else appendAll(errors, validateDNS1123Label(name, path.child('name')))
  if ((container.image ?? '') === '') errors.push(required(path.child('image'), ''))
  const at = path.child('terminationMessagePolicy')
  if (policy === '') errors.push(required(at, ''))
  else if (!messagePolicies.includes(policy)) errors.push(notSupportedNamed(at, policy, messagePolicies))
  validateContainerPorts(structsOf(container.ports), path.child('ports'), check)
  validateEnv(structsOf(container.env), path.child('env'), check)
  validateEnvFrom(structsOf(container.envFrom), path.child('envFrom'), check)
  validateVolumeMounts(container, path, check)
  appendAll(errors, validatePullPolicy(container.imagePullPolicy ?? '', path.child('imagePullPolicy')))
  const rules = { claimNames, allowIndivisibleHugePages: options.allowIndivisibleHugePagesValues }
  appendAll(errors, validateResourceRequirements(container.resources, path.child('resources'), rules))
  validateResizePolicy(structsOf(container.resizePolicy), path.child('resizePolicy'), check)
  if (isSet(container.securityContext)) {
    validateSecurityContext(container.securityContext, path.child('securityContext'), check)
  }
}

/** Finds space around the name of an image, which templates may have and pods may not. */
export function validateImageSpace(container: AnyContainer, path: FieldPath, { errors }: PodCheck): void {
  const image = container.image ?? ''
  if (trimSpace(image) === image) return
  errors.push(invalid(path.child('image'), image, 'must not have leading or trailing whitespace'))
}

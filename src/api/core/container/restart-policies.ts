import { appendAll } from '../../../internal/append-all.js'
import { duplicate, type FieldError, forbidden, required, tooLong, tooMany } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed, requiredEnumErrors } from '../../validation/named-text.js'
import type { PodCheck } from '../pod/pod-check.js'
import type { Container, ContainerResizePolicy, ContainerRestartRule, PodSpec } from '../v1/types.gen.js'

const podPolicies = ['Always', 'OnFailure', 'Never']
const containerPolicies = ['Always', 'Never', 'OnFailure']
const operators = ['In', 'NotIn']
const maxRules = 20
const maxExitCodes = 255

/** Checks when containers of a pod are started again. */
export function validateRestartPolicy(policy: string, path: FieldPath): FieldError[] {
  return requiredEnumErrors(policy, podPolicies, path)
}

/** Checks when a container is restarted, independently of the pod. */
export function validateContainerRestartPolicy(
  { restartPolicy, restartPolicyRules }: Container,
  path: FieldPath,
  { errors, options }: PodCheck,
): void {
  const rules = structsOf(restartPolicyRules)
  if (!isSet(restartPolicy)) {
    if (rules.length === 0) return
    errors.push(required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used'))
  } else if (!containerPolicies.includes(restartPolicy)) {
    errors.push(notSupportedNamed(path.child('restartPolicy'), restartPolicy, containerPolicies))
  }
  const at = path.child('restartPolicyRules')
  if (rules.length > maxRules) errors.push(tooMany(at, rules.length, maxRules).since(36, tooLong(at, maxRules)))
  const actions = options.allowRestartAllContainers ? ['Restart', 'RestartAllContainers'] : ['Restart']
  for (const [i, rule] of rules.entries()) appendAll(errors, ruleErrors(rule, at.index(i), actions))
}

function ruleErrors(rule: ContainerRestartRule, path: FieldPath, actions: readonly string[]): FieldError[] {
  const action = rule.action ?? ''
  const { exitCodes } = rule
  const errors = actions.includes(action) ? [] : [notSupportedNamed(path.child('action'), action, actions)]
  const at = path.child('exitCodes')
  if (!isSet(exitCodes)) return [...errors, required(at, 'must be specified')]
  const operator = exitCodes.operator ?? ''
  if (!operators.includes(operator)) errors.push(notSupportedNamed(at.child('operator'), operator, operators))
  const count = exitCodes.values?.length ?? 0
  const values = at.child('values')
  if (count > maxExitCodes) errors.push(tooMany(values, count, maxExitCodes).since(36, tooLong(values, maxExitCodes)))
  return errors
}

/** As {@link validateContainerRestartPolicy}, for a container that runs before the others. */
export function validateInitContainerRestartPolicy(container: Container, path: FieldPath, check: PodCheck): void {
  const { restartPolicy, restartPolicyRules } = container
  const { errors, options } = check
  if (!isSet(restartPolicy)) {
    if (structsOf(restartPolicyRules).length === 0) return
    errors.push(required(path.child('restartPolicy'), 'must specify restartPolicy when restart rules are used'))
  } else if (!options.allowContainerRestartPolicyRules) {
    if (restartPolicy !== 'Always') {
      errors.push(notSupportedNamed(path.child('restartPolicy'), restartPolicy, ['Always']))
    }
  } else if (restartPolicy !== 'Always' || options.allowRestartAllContainers) {
    validateContainerRestartPolicy(container, path, check)
  } else if (structsOf(restartPolicyRules).length > 0) errors.push(rulesForbidden(path))
}

function rulesForbidden(path: FieldPath): FieldError {
  const detail = 'restartPolicyRules are not allowed for init containers with restart policy Always'
  return forbidden(path.child('restartPolicyRules'), detail)
}

const resizeResources = ['cpu', 'memory']
const resizePolicies = ['NotRequired', 'RestartContainer']

/** Checks what happens to a container whose resources change. */
export function validateResizePolicy(
  policies: readonly ContainerResizePolicy[],
  path: FieldPath,
  { spec, errors }: PodCheck & { readonly spec: PodSpec },
): void {
  const seen = new Set<string>()
  for (const [i, given] of policies.entries()) {
    const resourceName = given.resourceName ?? ''
    const restartPolicy = given.restartPolicy ?? ''
    if (seen.has(resourceName)) errors.push(duplicate(path.index(i), resourceName).withJSONText())
    seen.add(resourceName)
    errors.push(
      ...requiredEnumErrors(resourceName, resizeResources, path),
      ...requiredEnumErrors(restartPolicy, resizePolicies, path),
    )
    if (spec.restartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      const error = invalidNamed(path, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")
      const earlier = invalidNamed(path, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'")
      errors.push(error.since(36, earlier))
    }
  }
}

import { type FieldError, forbidden } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { isSet, scalarsOf, structsOf } from '../../validation/go-values.js'
import type { PodValidationOptions } from '../pod/pod-options.js'
import type { Container, ContainerStatus, PodSpec, PodStatus } from '../v1/types.gen.js'

interface Restarts {
  readonly spec: PodSpec
  readonly options: PodValidationOptions
}

/** Checks that what has ended stays so, but where it may be started again. */
export function validateContainerTransitions(now: PodStatus, before: PodStatus, restarts: Restarts): FieldError[] {
  const { spec } = restarts
  const mayAll = allMayRestart(restarts)
  const may = (containers: readonly Container[], isInit: boolean) => (name: string, exitCode: number) =>
    mayAll ||
    mayRestart({ container: containers.find((item) => (item.name ?? '') === name), isInit, exitCode }, restarts)
  return [
    ...transitionErrors('containerStatuses', { now, before, may: may(structsOf(spec.containers), false) }),
    ...transitionErrors('initContainerStatuses', { now, before, may: may(structsOf(spec.initContainers), true) }),
    ...transitionErrors('ephemeralContainerStatuses', { now, before, may: () => false }),
  ]
}

interface Transition {
  readonly now: PodStatus
  readonly before: PodStatus
  readonly may: (name: string, exitCode: number) => boolean
}

function transitionErrors(
  list: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  { now, before, may }: Transition,
): FieldError[] {
  const path = fieldPath('status', list)
  const running = new Set(
    structsOf<ContainerStatus>(now[list])
      .filter((item) => !hasEnded(item))
      .map(containerName),
  )
  return structsOf<ContainerStatus>(before[list]).flatMap((old, i) => {
    if (
      !hasEnded(old) ||
      !running.has(containerName(old)) ||
      may(containerName(old), old.state?.terminated?.exitCode ?? 0)
    )
      return []
    return [forbidden(path.index(i).child('state'), 'may not be transitioned to non-terminated state')]
  })
}

function containerName({ name }: ContainerStatus): string {
  return name ?? ''
}

function hasEnded({ state }: ContainerStatus): boolean {
  return isSet(state?.terminated)
}

/** A rule of any container may start all of them again. */
function allMayRestart({ spec, options }: Restarts): boolean {
  if (!options.allowContainerRestartPolicyRules) return spec.restartPolicy === 'Always'
  if (!options.allowRestartAllContainers) return false
  return [...structsOf(spec.initContainers), ...structsOf(spec.containers)].some(({ restartPolicyRules }) =>
    structsOf(restartPolicyRules).some(({ action }) => action === 'RestartAllContainers'),
  )
}

interface Ended {
  readonly container: Container | undefined
  readonly isInit: boolean
  readonly exitCode: number
}

function mayRestart({ container, isInit, exitCode }: Ended, { spec, options }: Restarts): boolean {
  if (!options.allowContainerRestartPolicyRules) {
    if (exitCode !== 0 && spec.restartPolicy === 'OnFailure') return true
    return isInit && container?.restartPolicy === 'Always'
  }
  if (container === undefined) return false
  const { restartPolicy } = container
  if (isSet(restartPolicy) && matchesRule(container, exitCode)) return true
  return followsPolicy(restartPolicy, exitCode) ?? followsPolicy(spec.restartPolicy, exitCode) ?? true
}

function followsPolicy(policy: string | null | undefined, exitCode: number): boolean | undefined {
  if (policy === 'Always') return true
  if (policy === 'OnFailure') return exitCode !== 0
  return policy === 'Never' ? false : undefined
}

/** The first rule for the exit code decides; all known actions start the container again. */
function matchesRule({ restartPolicyRules }: Container, exitCode: number): boolean {
  for (const { action, exitCodes } of structsOf(restartPolicyRules)) {
    if (!isSet(exitCodes)) continue
    const listed = scalarsOf(exitCodes.values, 0).includes(exitCode)
    const matches = exitCodes.operator === 'In' ? listed : exitCodes.operator === 'NotIn' && !listed
    if (matches) return action === 'Restart' || action === 'RestartAllContainers'
  }
  return false
}

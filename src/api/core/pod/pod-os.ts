import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { allContainers } from '../container/all-containers.js'
import type { PodSecurityContext, PodSpec, SecurityContext } from '../v1/types.gen.js'
import type { PodCheck } from './pod-check.js'

const systems = ['linux', 'windows']

/** Checks that a pod for an operating system has no settings of another one. */
export function validatePodOS(spec: PodSpec, path: FieldPath): FieldError[] {
  const { os } = spec
  if (!isSet(os)) return []
  const name = os.name ?? ''
  if (name === '') return [required(path.child('os', 'name'), '')]
  if (!systems.includes(name)) return [notSupportedNamed(path.child('os'), name, systems)]
  return name === 'linux' ? linuxErrors(spec, path) : windowsErrors(spec, path)
}

function linuxErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const check = (context: SecurityContext | PodSecurityContext | null | undefined, at: FieldPath): void => {
    if (!isSet(context?.windowsOptions)) return
    errors.push(
      forbidden(at.child('securityContext', 'windowsOptions'), 'windows options cannot be set for a linux pod'),
    )
  }
  check(spec.securityContext, path)
  for (const { container, path: at } of allContainers(spec, path)) check(container.securityContext, at)
  return errors
}

/** Settings of pods that mean nothing on Windows, in the order in which they are reported. */
const linuxOfPods = [
  'appArmorProfile',
  'seLinuxOptions',
  '/hostUsers',
  '/hostPID',
  '/hostIPC',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  '/shareProcessNamespace',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
]
const linuxOfContainers = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
]

function windowsErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const detail = 'cannot be set for a windows pod'
  const ofSpecItself: FieldError[] = []
  for (const name of linuxOfPods) {
    const ofSpec = name.startsWith('/')
    const field = ofSpec ? name.slice(1) : name
    const holder = (ofSpec ? spec : (spec.securityContext ?? {})) as Readonly<Record<string, unknown>>
    if (!isUsed(field, holder[field])) continue
    const error = forbidden((ofSpec ? path : path.child('securityContext')).child(field), detail)
    // Earlier releases had these among those of the security context.
    errors.push(ofSpec ? error.before(37) : error)
    if (ofSpec) ofSpecItself.push(error.since(37))
  }
  errors.push(...ofSpecItself)
  for (const { container, path: at } of allContainers(spec, path)) {
    const context = (container.securityContext ?? {}) as Readonly<Record<string, unknown>>
    for (const name of linuxOfContainers) {
      if (isSet(context[name])) errors.push(forbidden(at.child('securityContext', name), detail))
    }
  }
  return errors
}

/** These three have no difference between absent and empty. */
function isUsed(field: string, value: unknown): boolean {
  if (field === 'hostPID' || field === 'hostIPC') return value === true
  return field === 'sysctls' ? Array.isArray(value) && value.length > 0 : isSet(value)
}

/** Checks that a Windows pod has host processes only, or none. */
export function validateHostProcessPod(spec: PodSpec, path: FieldPath, { errors, options }: PodCheck): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess
  let total = 0
  let hostProcesses = 0
  for (const { container, path: at } of allContainers(spec, path)) {
    total++
    const own = container.securityContext?.windowsOptions?.hostProcess
    if (isSet(ofPod) && isSet(own) && ofPod !== own) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`
      errors.push(invalid(at.child('securityContext', 'windowsOptions', 'hostProcess'), own, detail))
    }
    if (own ?? ofPod) hostProcesses++
  }
  if (hostProcesses === 0) return
  if (hostProcesses !== total) {
    const detail = 'If pod contains any hostProcess containers then all containers must be HostProcess containers'
    errors.push(invalid(path, '', detail))
  }
  if (spec.hostNetwork !== true) {
    const detail = 'hostNetwork must be true if pod contains any hostProcess containers'
    errors.push(invalid(path.child('hostNetwork'), false, detail))
  }
  if (!options.allowPrivileged) errors.push(forbidden(path, 'hostProcess containers are disallowed by cluster policy'))
}

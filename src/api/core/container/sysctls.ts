import { utf8Length } from '../../../internal/utf8-length.js'
import { duplicate, type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { structsOf } from '../../validation/go-values.js'
import type { PodCheck } from '../pod/pod-check.js'
import type { PodSpec, Sysctl } from '../v1/types.gen.js'

const maxNameLength = 253
const segment = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const namePattern = `^(${segment}[\\./])*${segment}$`

/** Checks the kernel parameters of a pod. */
export function validateSysctls(spec: PodSpec, path: FieldPath, check: PodCheck): void {
  const seen = new Set<string>()
  for (const [i, sysctl] of structsOf<Sysctl>(spec.securityContext?.sysctls).entries()) {
    const name = sysctl.name ?? ''
    const at = path.index(i).child('name')
    if (name === '') check.errors.push(required(at, ''))
    else if (!isValidSysctlName(name)) {
      const detail = `must have at most ${maxNameLength} characters and match regex ${namePattern}`
      check.errors.push(invalid(at, name, detail))
    } else if (seen.has(name)) check.errors.push(duplicate(at, name))
    if (!check.options.allowNamespacedSysctlsForHostNetAndHostIPC)
      check.errors.push(...hostSysctlErrors(name, at, spec))
    seen.add(name)
  }
}

/** Reports whether `name` is the name of a kernel parameter, its segments separated by dots or slashes. */
export function isValidSysctlName(name: string): boolean {
  if (utf8Length(name) > maxNameLength) return false
  return name
    .split(/[./]/)
    .every((part) => /^[a-z0-9]/.test(part) && /[a-z0-9]$/.test(part) && !/[^-_a-z0-9]/.test(part))
}

/** Finds a parameter of a namespace that the pod shares with its host. */
export function hostSysctlErrors(name: string, path: FieldPath, spec: PodSpec): FieldError[] {
  const namespace = namespaceOf(name)
  if (namespace === 'Net' && spec.hostNetwork === true) {
    return [invalid(path, name, "may not be specified when 'hostNetwork' is true")]
  }
  if (namespace === 'IPC' && spec.hostIPC === true) {
    return [invalid(path, name, "may not be specified when 'hostIPC' is true")]
  }
  return []
}

const ipcParameters = [
  'kernel.sem',
  'kernel.shmall',
  'kernel.shmmax',
  'kernel.shmmni',
  'kernel.shm_rmid_forced',
  'kernel.shm',
  'kernel.msgmax',
  'kernel.msgmnb',
  'kernel.msgmni',
  'kernel.msg',
]

/** Kernel namespace of a parameter; `*` matches any suffix. */
function namespaceOf(given: string): 'IPC' | 'Net' | undefined {
  const [name = ''] = withDots(given).split('*', 1)
  if (ipcParameters.includes(name) || name.startsWith('fs.mqueue.')) return 'IPC'
  return name.startsWith('net.') ? 'Net' : undefined
}

/** The name with dots between its parts: where the first separator is a slash, dots and slashes change places. */
function withDots(name: string): string {
  if (/[./]/.exec(name)?.[0] !== '/') return name
  return name.replace(/[./]/g, (separator) => (separator === '.' ? '/' : '.'))
}

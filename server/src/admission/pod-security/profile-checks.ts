import { containersOf } from '../../internal/pod-references.js'
import {
  type Check,
  type CheckedPod,
  exceptOnWindows,
  named,
  plural,
  quoted,
  sorted,
  type VersionedCheck,
} from './check.js'
import { type AnySecurityContext, containersWith, contextsOf, settersOf } from './setters.js'

const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/'
const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod'
const seccompPrefix = 'container.seccomp.security.alpha.kubernetes.io/'
const allowedTypes = ['RuntimeDefault', 'Localhost']

const appArmorProfile: Check = (pod) => {
  const wrongType = ({ appArmorProfile: profile }: AnySecurityContext): boolean => {
    return profile !== undefined && profile !== null && !allowedTypes.includes(profile.type ?? '')
  }
  const annotations = Object.entries(pod.metadata?.annotations ?? {})
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isAllowedAnnotation(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort()
  const setters = [settersOf(pod, wrongType), annotations.length > 0 ? plural('annotation', annotations.length) : '']
  const values = [
    ...sorted(
      contextsOf(pod)
        .filter(wrongType)
        .map(({ appArmorProfile: profile }) => profile?.type ?? ''),
    ),
    ...annotations,
  ]
  if (values.length === 0) return undefined
  return {
    reason: plural('forbidden AppArmor profile', values.length),
    detail: `${setters.filter(Boolean).join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  }
}

function isAllowedAnnotation(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/')
}

/** Before 1.19 profiles were annotations. */
const seccompAnnotations: Check = ({ metadata, spec }) => {
  const keys = [seccompPod, ...containersOf(spec).map(({ name }) => `${seccompPrefix}${name}`)]
  const annotations = metadata?.annotations ?? {}
  const wrong = keys.flatMap((key) => {
    const value = Object.hasOwn(annotations, key) ? annotations[key] : undefined
    if (value === undefined || ['runtime/default', 'docker/default'].includes(value)) return []
    return value.startsWith('localhost/') ? [] : [`${key}=${JSON.stringify(value)}`]
  })
  const values = sorted(wrong)
  if (values.length === 0) return undefined
  return { reason: 'seccompProfile', detail: `forbidden ${plural('annotation', values.length)} ${values.join(', ')}` }
}

const seccompProfile: Check = (pod) => {
  const wrongType = ({ seccompProfile: profile }: AnySecurityContext): boolean => {
    return profile !== undefined && profile !== null && !allowedTypes.includes(profile.type ?? '')
  }
  const wrong = contextsOf(pod).filter(wrongType)
  if (wrong.length === 0) return undefined
  const values = sorted(wrong.map(({ seccompProfile: profile }) => profile?.type ?? ''))
  return {
    reason: 'seccompProfile',
    detail: `${settersOf(pod, wrongType)} must not set securityContext.seccompProfile.type to ${quoted(values)}`,
  }
}

/** As {@link seccompProfile}, and every container must have one. */
const requiredSeccompProfile: Check = (pod) => {
  const found = seccompProfile(pod)
  if (found !== undefined || pod.spec.securityContext?.seccompProfile) return found
  const without = containersWith(pod, (context) => !context?.seccompProfile)
  if (without.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `pod or ${named('container', without)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  }
}

const seLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t']

function seLinuxOptions(types: readonly string[]): Check {
  const isWrong = ({ seLinuxOptions: options }: AnySecurityContext): boolean =>
    Boolean(options && (!types.includes(options.type ?? '') || options.user || options.role))
  return (pod: CheckedPod) => {
    const wrong = contextsOf(pod)
      .filter(isWrong)
      .map(({ seLinuxOptions: options }) => options ?? {})
    if (wrong.length === 0) return undefined
    const badTypes = sorted(wrong.map(({ type = '' }) => type).filter((type) => !types.includes(type)))
    const data = [
      ...(badTypes.length > 0 ? [named('type', badTypes)] : []),
      ...(wrong.some(({ user }) => user) ? ['user may not be set'] : []),
      ...(wrong.some(({ role }) => role) ? ['role may not be set'] : []),
    ]
    return {
      reason: 'seLinuxOptions',
      detail: `${settersOf(pod, isWrong)} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`,
    }
  }
}

/** Checks of the profiles that confine processes. */
export const profileChecks: readonly VersionedCheck[] = [
  { id: 'appArmorProfile', level: 'baseline', versions: [{ since: 0, check: appArmorProfile }] },
  {
    id: 'seLinuxOptions',
    level: 'baseline',
    versions: [
      { since: 0, check: seLinuxOptions(seLinuxTypes) },
      { since: 31, check: seLinuxOptions([...seLinuxTypes, 'container_engine_t']) },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    level: 'baseline',
    versions: [
      { since: 0, check: seccompAnnotations },
      { since: 19, check: seccompProfile },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    level: 'restricted',
    overrides: 'seccompProfile_baseline',
    versions: [
      { since: 19, check: requiredSeccompProfile },
      { since: 25, check: exceptOnWindows(requiredSeccompProfile) },
    ],
  },
]

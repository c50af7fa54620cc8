import { containersOf } from '../../internal/pod-references.js'
import { type Check, exceptOnWindows, exceptWithOwnUsers, named, quoted, sorted, type VersionedCheck } from './check.js'
import { allowPrivilegeEscalation } from './container-checks.js'
import { containersWith, settersOf } from './setters.js'

const capabilities: Check = ({ spec }) => {
  const containers = containersOf(spec).map(({ name = '', securityContext }) => ({
    name,
    dropsAll: securityContext?.capabilities?.drop?.includes('ALL') === true,
    forbidden: (securityContext?.capabilities?.add ?? []).filter((added) => added !== 'NET_BIND_SERVICE'),
  }))
  const keeping = containers.filter(({ dropsAll }) => !dropsAll).map(({ name }) => name)
  const adding = containers.filter(({ forbidden }) => forbidden.length > 0)
  const details: string[] = []
  if (keeping.length > 0) {
    details.push(`${named('container', keeping)} must set securityContext.capabilities.drop=["ALL"]`)
  }
  if (adding.length > 0) {
    const names = adding.map(({ name }) => name)
    const added = sorted(adding.flatMap(({ forbidden }) => forbidden))
    details.push(`${named('container', names)} must not include ${quoted(added)} in securityContext.capabilities.add`)
  }
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const runAsNonRoot: Check = (pod) => {
  const reason = 'runAsNonRoot != true'
  const setters = settersOf(pod, (context) => context.runAsNonRoot === false)
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` }
  if (pod.spec.securityContext?.runAsNonRoot === true) return undefined
  const silent = containersWith(pod, (context) => context?.runAsNonRoot === undefined || context.runAsNonRoot === null)
  if (silent.length === 0) return undefined
  return { reason, detail: `pod or ${named('container', silent)} must set securityContext.runAsNonRoot=true` }
}

const runAsUser: Check = (pod) => {
  const setters = settersOf(pod, (context) => context.runAsUser === 0)
  return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` }
}

/** Checks of the level `restricted`. */
export const restrictedChecks: readonly VersionedCheck[] = [
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    versions: [
      { since: 8, check: allowPrivilegeEscalation },
      { since: 25, check: exceptOnWindows(allowPrivilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    level: 'restricted',
    overrides: 'capabilities_baseline',
    versions: [
      { since: 22, check: capabilities },
      { since: 25, check: exceptOnWindows(capabilities) },
    ],
  },
  {
    id: 'runAsNonRoot',
    level: 'restricted',
    versions: [
      { since: 0, check: runAsNonRoot },
      { since: 35, check: exceptWithOwnUsers(runAsNonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    level: 'restricted',
    versions: [
      { since: 23, check: runAsUser },
      { since: 35, check: exceptWithOwnUsers(runAsUser) },
    ],
  },
]

import { type AnyContainer, containersOf } from '../../internal/pod-references.js'
import { type Check, named, plural, quoted, sorted, type VersionedCheck } from './check.js'

/** A check of single containers: `values` returns the violations of one, nothing if there are none. */
function containerCheck(
  values: (container: AnyContainer) => readonly string[],
  describe: (found: { readonly containers: readonly string[]; readonly values: readonly string[] }) => string,
  reason: string,
): Check {
  return ({ spec }) => {
    const wrong = containersOf(spec).filter((container) => values(container).length > 0)
    if (wrong.length === 0) return undefined
    const found = { containers: wrong.map(({ name = '' }) => name), values: sorted(wrong.flatMap(values)) }
    return { reason, detail: describe(found) }
  }
}

const defaultCapabilities = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]

const capabilities = containerCheck(
  ({ securityContext }) => {
    return (securityContext?.capabilities?.add ?? []).filter((name) => !defaultCapabilities.includes(name))
  },
  ({ containers, values }) =>
    `${named('container', containers)} must not include ${quoted(values)} in securityContext.capabilities.add`,
  'non-default capabilities',
)

const hostPorts = containerCheck(
  ({ ports }) => (ports ?? []).flatMap(({ hostPort }) => (hostPort ? [String(hostPort)] : [])),
  ({ containers, values }) =>
    `${named('container', containers)} ${containers.length === 1 ? 'uses' : 'use'} ${plural('hostPort', values.length)} ${values.join(', ')}`,
  'hostPort',
)

const privileged = containerCheck(
  ({ securityContext }) => (securityContext?.privileged === true ? ['true'] : []),
  ({ containers }) => `${named('container', containers)} must not set securityContext.privileged=true`,
  'privileged',
)

/** Anything but the default mount of `/proc`. */
export const procMount: Check = containerCheck(
  ({ securityContext }) => {
    const mount = securityContext?.procMount
    return mount === undefined || mount === null || mount === 'Default' ? [] : [mount]
  },
  ({ containers, values }) =>
    `${named('container', containers)} must not set securityContext.procMount to ${quoted(values)}`,
  'procMount',
)

/** Privilege escalation that is not ruled out. */
export const allowPrivilegeEscalation: Check = containerCheck(
  ({ securityContext }) => (securityContext?.allowPrivilegeEscalation === false ? [] : ['unset']),
  ({ containers }) => `${named('container', containers)} must set securityContext.allowPrivilegeEscalation=false`,
  'allowPrivilegeEscalation != false',
)

/** Hosts of probes and of hooks other than the pod itself. Containers are listed by name. */
const probeHosts: Check = (pod) => {
  const wrong = containersOf(pod.spec).filter((container) => hostsOf(container).length > 0)
  if (wrong.length === 0) return undefined
  const containers = sorted(wrong.map(({ name = '' }) => name))
  const hosts = sorted(wrong.flatMap(hostsOf))
  const use = containers.length === 1 ? 'uses' : 'use'
  return {
    reason: 'probe or lifecycle host',
    detail: `${named('container', containers)} ${use} ${named('probe or lifecycle host', hosts)}`,
  }
}

function hostsOf({ livenessProbe, readinessProbe, startupProbe, lifecycle }: AnyContainer): string[] {
  const handlers = [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop]
  return handlers
    .flatMap((handler) => [handler?.httpGet?.host, handler?.tcpSocket?.host])
    .filter((host): host is string => Boolean(host))
}

/** Checks of the level `baseline` for containers. */
export const containerChecks: readonly VersionedCheck[] = [
  { id: 'capabilities_baseline', level: 'baseline', versions: [{ since: 0, check: capabilities }] },
  { id: 'hostPorts', level: 'baseline', versions: [{ since: 0, check: hostPorts }] },
  { id: 'hostProbesAndHostLifecycle', level: 'baseline', versions: [{ since: 34, check: probeHosts }] },
  { id: 'privileged', level: 'baseline', versions: [{ since: 0, check: privileged }] },
]

import type { Volume } from 'apimachinery/api/core/v1'
import { type Check, exceptWithOwnUsers, named, plural, quoted, sorted, type VersionedCheck } from './check.js'
import { procMount } from './container-checks.js'
import { settersOf } from './setters.js'

const hostNamespaces: Check = ({ spec }) => {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name] === true)
  if (shared.length === 0) return undefined
  return { reason: 'host namespaces', detail: shared.map((name) => `${name}=true`).join(', ') }
}

const hostPathVolumes: Check = ({ spec }) => {
  const volumes = (spec.volumes ?? []).filter(({ hostPath }) => hostPath).map(({ name = '' }) => name)
  return volumes.length === 0 ? undefined : { reason: 'hostPath volumes', detail: named('volume', volumes) }
}

const hostProcess: Check = (pod) => {
  const setters = settersOf(pod, ({ windowsOptions }) => windowsOptions?.hostProcess === true)
  if (setters === '') return undefined
  return { reason: 'hostProcess', detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true` }
}

const sysctls0 = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const sysctls27 = [...sysctls0, 'net.ipv4.ip_local_reserved_ports']
const sysctls29 = [
  ...sysctls27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
]
const sysctls32 = [...sysctls29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']

function sysctls(allowed: readonly string[]): Check {
  return ({ spec }) => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name = '' }) => name)
    const forbidden = names.filter((name) => !allowed.includes(name))
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') }
  }
}

const allowedVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
] as const
const otherVolumes = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
] as const

const restrictedVolumes: Check = ({ spec }) => {
  const wrong = (spec.volumes ?? []).filter((volume) => !allowedVolumes.some((type) => volume[type]))
  if (wrong.length === 0) return undefined
  const types = sorted(wrong.map(volumeType))
  const names = wrong.map(({ name = '' }) => name)
  const use = names.length === 1 ? 'uses' : 'use'
  const noun = plural('restricted volume type', types.length)
  return { reason: 'restricted volume types', detail: `${named('volume', names)} ${use} ${noun} ${quoted(types)}` }
}

function volumeType(volume: Volume): string {
  return otherVolumes.find((type) => volume[type]) ?? 'unknown'
}

/** Checks of the pod as a whole. */
export const podChecks: readonly VersionedCheck[] = [
  { id: 'hostNamespaces', level: 'baseline', versions: [{ since: 0, check: hostNamespaces }] },
  { id: 'hostPathVolumes', level: 'baseline', versions: [{ since: 0, check: hostPathVolumes }] },
  {
    id: 'procMount',
    level: 'baseline',
    versions: [
      { since: 0, check: procMount },
      { since: 35, check: exceptWithOwnUsers(procMount) },
    ],
  },
  {
    id: 'procMount_restricted',
    level: 'restricted',
    overrides: 'procMount',
    versions: [{ since: 35, check: procMount }],
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    overrides: 'hostPathVolumes',
    versions: [{ since: 0, check: restrictedVolumes }],
  },
  {
    id: 'sysctls',
    level: 'baseline',
    versions: [
      { since: 0, check: sysctls(sysctls0) },
      { since: 27, check: sysctls(sysctls27) },
      { since: 29, check: sysctls(sysctls29) },
      { since: 32, check: sysctls(sysctls32) },
    ],
  },
  { id: 'windowsHostProcess', level: 'baseline', versions: [{ since: 0, check: hostProcess }] },
]

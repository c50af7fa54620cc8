import type { Container, PodSpec, ServiceAccount, Volume } from 'apimachinery/api/core/v1'
import { messageOf, newNotFound } from 'apimachinery/errors'
import { getAnnotations } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'
import { isMirrorPod, secretsOf } from '../../internal/pod-references.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'
import { ephemeralSecretProblem, secretProblem } from './pod-secrets.js'

type State = Pick<ClusterState, 'serviceAccounts' | 'liveServiceAccount'>

/** What the plugin needs beside the accounts. */
export interface ServiceAccountOptions {
  readonly clock: Clock
  /** Makes a name from its beginning. */
  readonly generateName: (base: string) => string
}

const defaultAccount = 'default'
const volumePrefix = 'kube-api-access-'
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount'
/** The account `default` is made by a controller right after its namespace: it is worth waiting for. */
const attempts = 10
const attemptMilliseconds = 150

/**
 * Runs pods under a service account, with its token and its secrets for pulling images.
 *
 * Source: plugin/pkg/admission/serviceaccount.
 */
export function serviceAccount(state: State, options: ServiceAccountOptions): AdmissionPlugin {
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit(attributes) {
      const pod = attributes.operation === 'CREATE' ? podOf(attributes) : undefined
      if (pod === undefined || isMirrorPod(pod)) return
      const { spec } = pod
      setAccount(spec, spec.serviceAccountName || defaultAccount)
      const account = await accountOf(attributes, spec, { state, ...options })
      if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) {
        mountToken(spec, options.generateName)
      }
      if ((spec.imagePullSecrets?.length ?? 0) > 0 || (account.imagePullSecrets?.length ?? 0) === 0) return
      spec.imagePullSecrets = (account.imagePullSecrets ?? []).map(({ name }) => ({ name }))
    },
    async validate(attributes) {
      const spec = checkedSpec(attributes)
      if (spec === undefined) return
      if (attributes.subresource === '') return validateCreate(attributes, spec, { state, ...options })
      const account = await accountOf(attributes, spec, { state, ...options })
      const problem = limitsSecrets(account) ? ephemeralSecretProblem(spec, account) : undefined
      if (problem !== undefined) throw forbidden(attributes, problem)
    },
  }
}

/** The pod of a creation, or of an update of its containers for debugging. */
function checkedSpec(attributes: AdmissionAttributes): PodSpec | undefined {
  if (attributes.operation === 'CREATE') return podOf(attributes)?.spec
  if (attributes.subresource !== 'ephemeralcontainers') return undefined
  return podOf({ ...attributes, subresource: '' })?.spec
}

async function validateCreate(attributes: AdmissionAttributes, spec: PodSpec, lookup: Lookup): Promise<void> {
  const pod = podOf(attributes)
  if (pod !== undefined && isMirrorPod(pod)) return validateMirror(attributes, spec)
  if (!spec.serviceAccountName) {
    throw forbidden(attributes, `no service account specified for pod ${attributes.namespace}/${attributes.name}`)
  }
  const account = await accountOf(attributes, spec, lookup)
  const problem = limitsSecrets(account) ? secretProblem(spec, account) : undefined
  if (problem !== undefined) throw forbidden(attributes, problem)
}

function validateMirror(attributes: AdmissionAttributes, spec: PodSpec): void {
  if (spec.serviceAccountName) throw forbidden(attributes, 'a mirror pod may not reference service accounts')
  if (secretsOf(spec).length > 0) throw forbidden(attributes, 'a mirror pod may not reference secrets')
  const hasToken = (spec.volumes ?? []).some(({ projected }) => {
    return (projected?.sources ?? []).some((source) => source.serviceAccountToken)
  })
  if (hasToken) throw forbidden(attributes, 'a mirror pod may not use ServiceAccountToken volume projections')
}

/** Both names of the field. */
function setAccount(spec: PodSpec, name: string): void {
  spec.serviceAccountName = name
  spec.serviceAccount = name
}

/** Where accounts are looked up, and by which time it waits for them. */
interface Lookup {
  readonly state: State
  readonly clock: Clock
}

async function accountOf(
  attributes: AdmissionAttributes,
  { serviceAccountName: name = '' }: PodSpec,
  lookup: Lookup,
): Promise<ServiceAccount> {
  const { namespace } = attributes
  const remembered = lookup.state.serviceAccounts.get(namespace, name)
  if (remembered !== undefined) return remembered
  try {
    return await liveAccount(namespace, name, lookup)
  } catch (error) {
    throw forbidden(attributes, `error looking up service account ${namespace}/${name}: ${messageOf(error)}`)
  }
}

async function liveAccount(namespace: string, name: string, { state, clock }: Lookup): Promise<ServiceAccount> {
  for (let left = name === defaultAccount ? attempts : 1; ; ) {
    const found = await state.liveServiceAccount(namespace, name)
    if (found !== undefined) return found
    if (--left === 0) throw newNotFound({ group: '', resource: 'serviceaccount' }, name)
    await new Promise<void>((resolve) => clock.setTimer(resolve, attemptMilliseconds))
  }
}

function limitsSecrets(account: ServiceAccount): boolean {
  const value = getAnnotations(account)?.['kubernetes.io/enforce-mountable-secrets'] ?? ''
  return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(value)
}

function mountToken(spec: PodSpec, generateName: (base: string) => string): void {
  const present = (spec.volumes ?? []).find(({ name }) => name?.startsWith(volumePrefix))
  const name = present?.name ?? generateName(volumePrefix)
  let mounted = false
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    mounted = mount(container, name) || mounted
  }
  if (mounted && present === undefined) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)]
}

/** A mount of its own at that path keeps the token away. */
function mount(container: Container, name: string): boolean {
  if ((container.volumeMounts ?? []).some((each) => each.mountPath === mountPath)) return false
  container.volumeMounts = [...(container.volumeMounts ?? []), { name, readOnly: true, mountPath }]
  return true
}

function tokenVolume(name: string): Volume {
  return {
    name,
    projected: {
      defaultMode: 0o644,
      sources: [
        { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
    },
  }
}

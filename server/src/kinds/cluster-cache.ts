import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from 'apimachinery/api/admissionregistration/v1'
import type {
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
  Service,
  ServiceAccount,
} from 'apimachinery/api/core/v1'
import type { IngressClass } from 'apimachinery/api/networking/v1'
import type { RuntimeClass } from 'apimachinery/api/node/v1'
import type { DeviceClass, ResourceClaim } from 'apimachinery/api/resource/v1'
import type { PriorityClass } from 'apimachinery/api/scheduling/v1'
import type { CSIDriver, StorageClass } from 'apimachinery/api/storage/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { ClusterState } from '../admission/cluster-state.js'
import type { Store } from '../registry/store.js'
import type { ObjectCache } from '../storage/object-cache.js'
import type { SelectionPredicate } from '../storage/storage.js'
import type { BuiltInStores } from './built-in-stores.js'
import { liveObject } from './live-object.js'

const everything: SelectionPredicate = { empty: true, matches: () => true }

/** The cluster state for admission plugins, kept up to date from the stores. */
export class ClusterCache implements ClusterState {
  readonly namespaces: ObjectCache<Namespace>
  readonly limitRanges: ObjectCache<LimitRange>
  readonly resourceQuotas: ObjectCache<ResourceQuota>
  readonly priorityClasses: ObjectCache<PriorityClass>
  readonly runtimeClasses: ObjectCache<RuntimeClass>
  readonly storageClasses: ObjectCache<StorageClass>
  readonly ingressClasses: ObjectCache<IngressClass>
  readonly persistentVolumeClaims: ObjectCache<PersistentVolumeClaim>
  readonly serviceAccounts: ObjectCache<ServiceAccount>
  readonly mutatingWebhookConfigurations: ObjectCache<MutatingWebhookConfiguration>
  readonly validatingWebhookConfigurations: ObjectCache<ValidatingWebhookConfiguration>
  readonly mutatingAdmissionPolicies: ObjectCache<MutatingAdmissionPolicy>
  readonly mutatingAdmissionPolicyBindings: ObjectCache<MutatingAdmissionPolicyBinding>
  readonly validatingAdmissionPolicies: ObjectCache<ValidatingAdmissionPolicy>
  readonly validatingAdmissionPolicyBindings: ObjectCache<ValidatingAdmissionPolicyBinding>
  readonly liveNamespace: ClusterState['liveNamespace']
  readonly liveServiceAccount: ClusterState['liveServiceAccount']
  readonly liveService: ClusterState['liveService']
  readonly liveNode: ClusterState['liveNode']
  readonly livePersistentVolume: ClusterState['livePersistentVolume']
  readonly livePersistentVolumeClaim: ClusterState['livePersistentVolumeClaim']
  readonly liveCSIDriver: ClusterState['liveCSIDriver']
  readonly livePod: ClusterState['livePod']
  readonly livePods: ClusterState['livePods']
  readonly liveDeviceClasses: ClusterState['liveDeviceClasses']
  readonly liveResourceClaims: ClusterState['liveResourceClaims']
  readonly #all: FollowedKind[] = []

  constructor(stores: BuiltInStores, onError: (error: unknown) => void) {
    const cacheOf = <T extends KubernetesObject>(prefix: string): ObjectCache<T> => {
      const cache = stores.cache<T>(prefix, onError)
      this.#all.push({ cache, isStored: () => stores.has(prefix) })
      return cache
    }
    this.namespaces = cacheOf('namespaces')
    this.limitRanges = cacheOf('limitranges')
    this.resourceQuotas = cacheOf('resourcequotas')
    this.priorityClasses = cacheOf('priorityclasses')
    this.runtimeClasses = cacheOf('runtimeclasses')
    this.storageClasses = cacheOf('storageclasses')
    this.ingressClasses = cacheOf('ingressclasses')
    this.persistentVolumeClaims = cacheOf('persistentvolumeclaims')
    this.serviceAccounts = cacheOf('serviceaccounts')
    this.mutatingWebhookConfigurations = cacheOf('mutatingwebhookconfigurations')
    this.validatingWebhookConfigurations = cacheOf('validatingwebhookconfigurations')
    this.mutatingAdmissionPolicies = cacheOf('mutatingadmissionpolicies')
    this.mutatingAdmissionPolicyBindings = cacheOf('mutatingadmissionpolicybindings')
    this.validatingAdmissionPolicies = cacheOf('validatingadmissionpolicies')
    this.validatingAdmissionPolicyBindings = cacheOf('validatingadmissionpolicybindings')
    const live =
      <T extends KubernetesObject>(prefix: string) =>
      (namespace: string, name: string): Promise<T | undefined> =>
        liveObject(stores.at<T>(prefix), namespace, name)
    const liveInCluster =
      <T extends KubernetesObject>(prefix: string) =>
      (name: string): Promise<T | undefined> =>
        liveObject(stores.at<T>(prefix), '', name)
    this.liveNamespace = liveInCluster<Namespace>('namespaces')
    this.liveServiceAccount = live<ServiceAccount>('serviceaccounts')
    this.liveService = live<Service>('services/specs')
    this.liveNode = liveInCluster<Node>('minions')
    this.livePersistentVolume = liveInCluster<PersistentVolume>('persistentvolumes')
    this.livePersistentVolumeClaim = live<PersistentVolumeClaim>('persistentvolumeclaims')
    this.liveCSIDriver = liveInCluster<CSIDriver>('csidrivers')
    this.livePod = live<Pod>('pods')
    this.livePods = (namespace) => liveList(stores.at<Pod>('pods'), namespace)
    // Their group is loaded when there is a claim to charge.
    this.liveDeviceClasses = () => liveList(stores.at<DeviceClass>('deviceclasses'), '')
    this.liveResourceClaims = (namespace) => liveList(stores.at<ResourceClaim>('resourceclaims'), namespace)
  }

  /** Resolves when everything is read. */
  async start(): Promise<void> {
    // A release does not have every kind; of those that it has not there is nothing to follow.
    await Promise.all(this.#all.filter(({ isStored }) => isStored()).map(({ cache }) => cache.start()))
  }

  stop(): void {
    for (const { cache } of this.#all) cache.stop()
  }
}

/** The cache of a kind, and whether the server has a store of it. */
interface FollowedKind {
  readonly cache: Pick<ObjectCache<KubernetesObject>, 'start' | 'stop'>
  readonly isStored: () => boolean
}

/** The newest state of all objects of a namespace. */
async function liveList<T extends KubernetesObject>({ storage, keys }: Store<T>, namespace: string): Promise<T[]> {
  const { items } = await storage.list(keys.collection(namespace), { predicate: everything })
  return items.map(({ object }) => object)
}

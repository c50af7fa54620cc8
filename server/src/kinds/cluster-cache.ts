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
import { ObjectCache } from '../storage/object-cache.js'
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
  readonly #all: Pick<ObjectCache<KubernetesObject>, 'start' | 'stop'>[] = []

  constructor(stores: BuiltInStores, onError: (error: unknown) => void) {
    const cacheOf = <T extends KubernetesObject>(prefix: string): ObjectCache<T> => {
      const store = storeAt<T>(stores, prefix)
      const cache = new ObjectCache<T>({ storage: store.storage, prefix: store.keys.collection(''), onError })
      this.#all.push(cache)
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
    const namespaces = storeAt<Namespace>(stores, 'namespaces')
    const serviceAccounts = storeAt<ServiceAccount>(stores, 'serviceaccounts')
    const services = storeAt<Service>(stores, 'services/specs')
    const nodes = storeAt<Node>(stores, 'minions')
    const pods = storeAt<Pod>(stores, 'pods')
    const volumes = storeAt<PersistentVolume>(stores, 'persistentvolumes')
    const claims = storeAt<PersistentVolumeClaim>(stores, 'persistentvolumeclaims')
    const drivers = storeAt<CSIDriver>(stores, 'csidrivers')
    this.liveNamespace = (name) => liveObject(namespaces, '', name)
    this.liveServiceAccount = (namespace, name) => liveObject(serviceAccounts, namespace, name)
    this.liveService = (namespace, name) => liveObject(services, namespace, name)
    this.liveNode = (name) => liveObject(nodes, '', name)
    this.livePersistentVolume = (name) => liveObject(volumes, '', name)
    this.livePersistentVolumeClaim = (namespace, name) => liveObject(claims, namespace, name)
    this.liveCSIDriver = (name) => liveObject(drivers, '', name)
    this.livePod = (namespace, name) => liveObject(pods, namespace, name)
    this.livePods = (namespace) => liveList(pods, namespace)
    // Their group is loaded when there is a claim to charge.
    this.liveDeviceClasses = () => liveList(storeAt<DeviceClass>(stores, 'deviceclasses'), '')
    this.liveResourceClaims = (namespace) => liveList(storeAt<ResourceClaim>(stores, 'resourceclaims'), namespace)
  }

  /** Resolves when everything is read. */
  async start(): Promise<void> {
    await Promise.all(this.#all.map((cache) => cache.start()))
  }

  stop(): void {
    for (const cache of this.#all) cache.stop()
  }
}

/** The newest state of all objects of a namespace. */
async function liveList<T extends KubernetesObject>({ storage, keys }: Store<T>, namespace: string): Promise<T[]> {
  const { items } = await storage.list(keys.collection(namespace), { predicate: everything })
  return items.map(({ object }) => object)
}

/** The store of a resource whose strategy is known to be there. */
export function storeAt<T extends KubernetesObject>(stores: BuiltInStores, prefix: string): Store<T> {
  const store = stores.get(prefix)
  if (store === undefined) throw new Error(`no store of ${prefix}`)
  return store as unknown as Store<T>
}

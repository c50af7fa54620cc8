import type { ClusterFacts, Lister } from 'apimachinery/api/admission-plugins'
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
import type { DeviceClass, ResourceClaim } from 'apimachinery/api/resource/v1'
import type { CSIDriver, StorageClass } from 'apimachinery/api/storage/v1'

/** The cluster state for admission plugins. `live` reads go to the store where the cache may be stale. */
export interface ClusterState extends ClusterFacts {
  readonly namespaces: Lister<Namespace>
  readonly limitRanges: Lister<LimitRange>
  readonly resourceQuotas: Lister<ResourceQuota>
  readonly storageClasses: Lister<StorageClass>
  readonly ingressClasses: Lister<IngressClass>
  readonly persistentVolumeClaims: Lister<PersistentVolumeClaim>
  readonly serviceAccounts: Lister<ServiceAccount>
  readonly mutatingWebhookConfigurations: Lister<MutatingWebhookConfiguration>
  readonly validatingWebhookConfigurations: Lister<ValidatingWebhookConfiguration>
  readonly mutatingAdmissionPolicies: Lister<MutatingAdmissionPolicy>
  readonly mutatingAdmissionPolicyBindings: Lister<MutatingAdmissionPolicyBinding>
  readonly validatingAdmissionPolicies: Lister<ValidatingAdmissionPolicy>
  readonly validatingAdmissionPolicyBindings: Lister<ValidatingAdmissionPolicyBinding>
  /** The newest state of a namespace; `undefined` if there is none. */
  readonly liveNamespace: (name: string) => Promise<Namespace | undefined>
  readonly liveServiceAccount: (namespace: string, name: string) => Promise<ServiceAccount | undefined>
  readonly liveService: (namespace: string, name: string) => Promise<Service | undefined>
  readonly liveNode: (name: string) => Promise<Node | undefined>
  readonly livePersistentVolume: (name: string) => Promise<PersistentVolume | undefined>
  readonly livePersistentVolumeClaim: (namespace: string, name: string) => Promise<PersistentVolumeClaim | undefined>
  readonly liveCSIDriver: (name: string) => Promise<CSIDriver | undefined>
  readonly livePod: (namespace: string, name: string) => Promise<Pod | undefined>
  readonly liveDeviceClasses: () => Promise<readonly DeviceClass[]>
  readonly liveResourceClaims: (namespace: string) => Promise<readonly ResourceClaim[]>
  readonly livePods: (namespace: string) => Promise<readonly Pod[]>
}

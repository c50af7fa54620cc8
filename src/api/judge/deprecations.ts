import type { GroupVersionKind } from '../../schema/group-version-kind.js'

/** Minor releases of Kubernetes 1 in which a version of a kind was deprecated and removed (0: not), and what replaces it. */
type Deprecation = readonly [deprecated: number, removed: number, replacement?: string]

const deprecations: Readonly<Record<string, Deprecation>> = {
  'v1 ComponentStatus': [19, 0],
  'v1 Endpoints': [33, 0, 'discovery.k8s.io/v1 EndpointSlice'],
  'apiextensions.k8s.io/v1beta1 CustomResourceDefinition': [16, 22, 'apiextensions.k8s.io/v1 CustomResourceDefinition'],
  'apiregistration.k8s.io/v1beta1 APIService': [19, 22, 'apiregistration.k8s.io/v1 APIService'],
  'admission.k8s.io/v1beta1 AdmissionReview': [19, 22, 'admission.k8s.io/v1 AdmissionReview'],
  'admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy': [35, 38],
  'admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyBinding': [35, 38],
  'admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicy': [29, 32],
  'admissionregistration.k8s.io/v1alpha1 ValidatingAdmissionPolicyBinding': [29, 32],
  'admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy': [
    37,
    40,
    'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy',
  ],
  'admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicyBinding': [
    37,
    40,
    'admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding',
  ],
  'admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration': [
    16,
    22,
    'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration',
  ],
  'admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy': [31, 34],
  'admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBinding': [31, 34],
  'admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration': [
    16,
    22,
    'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration',
  ],
  'apidiscovery.k8s.io/v2beta1 APIGroupDiscovery': [32, 35],
  'apps/v1beta1 ControllerRevision': [8, 16, 'apps/v1 ControllerRevision'],
  'apps/v1beta1 Deployment': [8, 16, 'apps/v1 Deployment'],
  'apps/v1beta1 DeploymentRollback': [8, 16, 'apps/v1 DeploymentRollback'],
  'apps/v1beta1 Scale': [8, 16, 'autoscaling/v1 Scale'],
  'apps/v1beta1 StatefulSet': [8, 16, 'apps/v1 StatefulSet'],
  'apps/v1beta2 ControllerRevision': [9, 16, 'apps/v1 ControllerRevision'],
  'apps/v1beta2 DaemonSet': [9, 16, 'apps/v1 DaemonSet'],
  'apps/v1beta2 Deployment': [9, 16, 'apps/v1 Deployment'],
  'apps/v1beta2 ReplicaSet': [9, 16, 'apps/v1 ReplicaSet'],
  'apps/v1beta2 Scale': [9, 16, 'autoscaling/v1 Scale'],
  'apps/v1beta2 StatefulSet': [9, 16, 'apps/v1 StatefulSet'],
  'authentication.k8s.io/v1alpha1 SelfSubjectReview': [29, 32],
  'authentication.k8s.io/v1beta1 SelfSubjectReview': [30, 33],
  'authentication.k8s.io/v1beta1 TokenReview': [19, 22, 'authentication.k8s.io/v1 TokenReview'],
  'authorization.k8s.io/v1beta1 LocalSubjectAccessReview': [19, 22, 'authorization.k8s.io/v1 LocalSubjectAccessReview'],
  'authorization.k8s.io/v1beta1 SelfSubjectAccessReview': [19, 22, 'authorization.k8s.io/v1 SelfSubjectAccessReview'],
  'authorization.k8s.io/v1beta1 SelfSubjectRulesReview': [19, 22, 'authorization.k8s.io/v1 SelfSubjectRulesReview'],
  'authorization.k8s.io/v1beta1 SubjectAccessReview': [19, 22, 'authorization.k8s.io/v1 SubjectAccessReview'],
  'batch/v1beta1 CronJob': [21, 25, 'batch/v1 CronJob'],
  'certificates.k8s.io/v1alpha1 ClusterTrustBundle': [34, 37],
  'certificates.k8s.io/v1beta1 CertificateSigningRequest': [19, 22, 'certificates.k8s.io/v1 CertificateSigningRequest'],
  'certificates.k8s.io/v1beta1 ClusterTrustBundle': [37, 40, 'certificates.k8s.io/v1 ClusterTrustBundle'],
  'certificates.k8s.io/v1beta1 PodCertificateRequest': [37, 40, 'certificates.k8s.io/v1 PodCertificateRequest'],
  'coordination.k8s.io/v1alpha2 LeaseCandidate': [35, 38],
  'coordination.k8s.io/v1beta1 Lease': [19, 22, 'coordination.k8s.io/v1 Lease'],
  'coordination.k8s.io/v1beta1 LeaseCandidate': [36, 39],
  'discovery.k8s.io/v1beta1 EndpointSlice': [21, 25, 'discovery.k8s.io/v1 EndpointSlice'],
  'events.k8s.io/v1beta1 Event': [22, 25],
  'extensions/v1beta1 DaemonSet': [8, 16, 'apps/v1 DaemonSet'],
  'extensions/v1beta1 Deployment': [8, 16, 'apps/v1 Deployment'],
  'extensions/v1beta1 DeploymentRollback': [8, 16],
  'extensions/v1beta1 Ingress': [14, 22, 'networking.k8s.io/v1 Ingress'],
  'extensions/v1beta1 NetworkPolicy': [9, 16, 'networking.k8s.io/v1 NetworkPolicy'],
  'extensions/v1beta1 ReplicaSet': [8, 16, 'apps/v1 ReplicaSet'],
  'extensions/v1beta1 Scale': [2, 16],
  'flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema': [23, 26, 'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema'],
  'flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration': [
    23,
    26,
    'flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration',
  ],
  'flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema': [26, 29, 'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema'],
  'flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration': [
    26,
    29,
    'flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration',
  ],
  'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema': [29, 32, 'flowcontrol.apiserver.k8s.io/v1 FlowSchema'],
  'flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration': [
    29,
    32,
    'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration',
  ],
  'lifecycle.k8s.io/v1alpha1 Eviction': [40, 43],
  'lifecycle.k8s.io/v1alpha1 EvictionRequest': [40, 43],
  'networking.k8s.io/v1beta1 IPAddress': [34, 37],
  'networking.k8s.io/v1beta1 Ingress': [19, 22, 'networking.k8s.io/v1 Ingress'],
  'networking.k8s.io/v1beta1 IngressClass': [19, 22, 'networking.k8s.io/v1 IngressClassList'],
  'networking.k8s.io/v1beta1 ServiceCIDR': [34, 37],
  'node.k8s.io/v1beta1 RuntimeClass': [22, 25],
  'policy/v1beta1 Eviction': [22, 25],
  'policy/v1beta1 PodDisruptionBudget': [21, 25, 'policy/v1 PodDisruptionBudget'],
  'rbac.authorization.k8s.io/v1beta1 ClusterRole': [17, 22, 'rbac.authorization.k8s.io/v1 ClusterRole'],
  'rbac.authorization.k8s.io/v1beta1 ClusterRoleBinding': [17, 22, 'rbac.authorization.k8s.io/v1 ClusterRoleBinding'],
  'rbac.authorization.k8s.io/v1beta1 Role': [17, 22, 'rbac.authorization.k8s.io/v1 Role'],
  'rbac.authorization.k8s.io/v1beta1 RoleBinding': [17, 22, 'rbac.authorization.k8s.io/v1 RoleBinding'],
  'resource.k8s.io/v1alpha3 DeviceTaintRule': [36, 39],
  'resource.k8s.io/v1alpha3 ResourcePoolStatusRequest': [39, 42],
  'resource.k8s.io/v1beta1 DeviceClass': [35, 38],
  'resource.k8s.io/v1beta1 ResourceClaim': [35, 38],
  'resource.k8s.io/v1beta1 ResourceClaimTemplate': [35, 38],
  'resource.k8s.io/v1beta1 ResourceSlice': [35, 38],
  'resource.k8s.io/v1beta2 DeviceClass': [36, 39],
  'resource.k8s.io/v1beta2 DeviceTaintRule': [39, 42],
  'resource.k8s.io/v1beta2 ResourceClaim': [36, 39],
  'resource.k8s.io/v1beta2 ResourceClaimTemplate': [36, 39],
  'resource.k8s.io/v1beta2 ResourceSlice': [36, 39],
  'scheduling.k8s.io/v1beta1 PodGroup': [40, 43],
  'scheduling.k8s.io/v1beta1 PriorityClass': [14, 22, 'scheduling.k8s.io/v1 PriorityClass'],
  'scheduling.k8s.io/v1beta1 Workload': [40, 43],
  'storage.k8s.io/v1alpha1 CSIStorageCapacity': [21, 24, 'storage.k8s.io/v1beta1 CSIStorageCapacity'],
  'storage.k8s.io/v1alpha1 VolumeAttachment': [21, 24, 'storage.k8s.io/v1 VolumeAttachment'],
  'storage.k8s.io/v1alpha1 VolumeAttributesClass': [32, 35, 'storage.k8s.io/v1 VolumeAttributesClass'],
  'storage.k8s.io/v1beta1 CSIDriver': [19, 22, 'storage.k8s.io/v1 CSIDriver'],
  'storage.k8s.io/v1beta1 CSINode': [17, 22, 'storage.k8s.io/v1 CSINode'],
  'storage.k8s.io/v1beta1 CSIStorageCapacity': [24, 27, 'storage.k8s.io/v1 CSIStorageCapacity'],
  'storage.k8s.io/v1beta1 StorageClass': [19, 22, 'storage.k8s.io/v1 StorageClass'],
  'storage.k8s.io/v1beta1 VolumeAttachment': [19, 22, 'storage.k8s.io/v1 VolumeAttachment'],
  'storage.k8s.io/v1beta1 VolumeAttributesClass': [34, 37, 'storage.k8s.io/v1 VolumeAttributesClass'],
  'storagemigration.k8s.io/v1beta1 StorageVersionMigration': [
    37,
    40,
    'storagemigration.k8s.io/v1 StorageVersionMigration',
  ],
}

/**
 * The warning of a server for every request to a deprecated version of a kind; `undefined` for any other.
 *
 * Source: the lifecycle methods of k8s.io/api, `WarningMessage` of k8s.io/apiserver/pkg/endpoints/deprecation.
 * @param minor - the minor release of Kubernetes, such as 37.
 */
export function deprecationWarning(gvk: GroupVersionKind, minor: number): string | undefined {
  const found = deprecationOf(gvk)
  if (found === undefined || found[0] > minor) return undefined
  const [deprecated, removed, replacement] = found
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  const until = removed === 0 ? '' : `, unavailable in v1.${removed}+`
  const instead = replacement === undefined ? '' : `; use ${replacement}`
  return `${apiVersion} ${kind} is deprecated in v1.${deprecated}+${until}${instead}`
}

/** The release, such as `1.38`, that no longer serves a deprecated version; undefined where none is named. */
export function removedRelease(gvk: GroupVersionKind): string | undefined {
  const removed = deprecationOf(gvk)?.[1] ?? 0
  return removed === 0 ? undefined : `1.${removed}`
}

/** Reports whether a release of Kubernetes serves a version of a built-in kind no more. */
export function isRemoved(gvk: GroupVersionKind, minor: number): boolean {
  const removed = deprecationOf(gvk)?.[1] ?? 0
  return removed > 0 && removed <= minor
}

function deprecationOf(gvk: GroupVersionKind): Deprecation | undefined {
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  const name = `${apiVersion} ${kind}`
  return Object.hasOwn(deprecations, name) ? deprecations[name] : undefined
}

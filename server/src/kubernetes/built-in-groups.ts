import type { BuiltInGroup, BuiltInResource, BuiltInVersion } from './built-in-group.js'

const all = ['all']
const extensions = ['api-extensions']

function served(...versions: readonly string[]): BuiltInVersion[] {
  return versions.map((version) => ({ version, byDefault: true }))
}

function onRequest(...versions: readonly string[]): BuiltInVersion[] {
  return versions.map((version) => ({ version, byDefault: false }))
}

const core: readonly BuiltInResource[] = [
  { resource: 'configmaps', kind: 'ConfigMap', shortNames: ['cm'] },
  { resource: 'endpoints', kind: 'Endpoints', shortNames: ['ep'], storagePrefix: 'services/endpoints' },
  { resource: 'events', kind: 'Event', shortNames: ['ev'] },
  { resource: 'limitranges', kind: 'LimitRange', shortNames: ['limits'] },
  { resource: 'namespaces', kind: 'Namespace', clusterScoped: true, shortNames: ['ns'] },
  { resource: 'nodes', kind: 'Node', clusterScoped: true, shortNames: ['no'], storagePrefix: 'minions' },
  {
    resource: 'persistentvolumeclaims',
    kind: 'PersistentVolumeClaim',
    shortNames: ['pvc'],
    returnsDeletedObject: true,
  },
  {
    resource: 'persistentvolumes',
    kind: 'PersistentVolume',
    clusterScoped: true,
    shortNames: ['pv'],
    returnsDeletedObject: true,
  },
  { resource: 'pods', kind: 'Pod', shortNames: ['po'], categories: all, returnsDeletedObject: true },
  { resource: 'podtemplates', kind: 'PodTemplate', returnsDeletedObject: true },
  {
    resource: 'replicationcontrollers',
    kind: 'ReplicationController',
    shortNames: ['rc'],
    categories: all,
    storagePrefix: 'controllers',
    scale: true,
  },
  { resource: 'resourcequotas', kind: 'ResourceQuota', shortNames: ['quota'], returnsDeletedObject: true },
  { resource: 'secrets', kind: 'Secret' },
  { resource: 'serviceaccounts', kind: 'ServiceAccount', shortNames: ['sa'], returnsDeletedObject: true },
  {
    resource: 'services',
    kind: 'Service',
    shortNames: ['svc'],
    categories: all,
    storagePrefix: 'services/specs',
    returnsDeletedObject: true,
  },
]

const apps: readonly BuiltInResource[] = [
  { resource: 'controllerrevisions', kind: 'ControllerRevision' },
  { resource: 'daemonsets', kind: 'DaemonSet', shortNames: ['ds'], categories: all },
  { resource: 'deployments', kind: 'Deployment', shortNames: ['deploy'], categories: all, scale: true },
  { resource: 'replicasets', kind: 'ReplicaSet', shortNames: ['rs'], categories: all, scale: true },
  { resource: 'statefulsets', kind: 'StatefulSet', shortNames: ['sts'], categories: all, scale: true },
]

const admission: readonly BuiltInResource[] = [
  // Stored as the release before can read them.
  {
    resource: 'mutatingadmissionpolicies',
    kind: 'MutatingAdmissionPolicy',
    categories: extensions,
    storageVersion: 'v1beta1',
  },
  {
    resource: 'mutatingadmissionpolicybindings',
    kind: 'MutatingAdmissionPolicyBinding',
    categories: extensions,
    storageVersion: 'v1beta1',
  },
  {
    resource: 'mutatingwebhookconfigurations',
    kind: 'MutatingWebhookConfiguration',
    categories: extensions,
    versions: ['v1'],
  },
  {
    resource: 'validatingadmissionpolicies',
    kind: 'ValidatingAdmissionPolicy',
    categories: extensions,
    versions: ['v1'],
  },
  {
    resource: 'validatingadmissionpolicybindings',
    kind: 'ValidatingAdmissionPolicyBinding',
    categories: extensions,
    versions: ['v1'],
  },
  {
    resource: 'validatingwebhookconfigurations',
    kind: 'ValidatingWebhookConfiguration',
    categories: extensions,
    versions: ['v1'],
  },
].map((resource) => ({ ...resource, clusterScoped: true }))

const dynamicResources: readonly BuiltInResource[] = [
  {
    resource: 'deviceclasses',
    kind: 'DeviceClass',
    clusterScoped: true,
    versions: ['v1', 'v1beta2', 'v1beta1'],
    returnsDeletedObject: true,
  },
  {
    resource: 'resourceclaims',
    kind: 'ResourceClaim',
    versions: ['v1', 'v1beta2', 'v1beta1'],
    returnsDeletedObject: true,
  },
  {
    resource: 'resourceclaimtemplates',
    kind: 'ResourceClaimTemplate',
    versions: ['v1', 'v1beta2', 'v1beta1'],
    returnsDeletedObject: true,
  },
  {
    resource: 'resourceslices',
    kind: 'ResourceSlice',
    clusterScoped: true,
    versions: ['v1', 'v1beta2', 'v1beta1'],
    returnsDeletedObject: true,
  },
  {
    resource: 'devicetaintrules',
    kind: 'DeviceTaintRule',
    clusterScoped: true,
    versions: ['v1beta2', 'v1alpha3'],
    storageVersion: 'v1beta2',
  },
  {
    resource: 'resourcepoolstatusrequests',
    kind: 'ResourcePoolStatusRequest',
    clusterScoped: true,
    versions: ['v1alpha3'],
    storageVersion: 'v1alpha3',
  },
]

/**
 * The groups that kube-apiserver serves itself and keeps in its store, in the order of its discovery.
 *
 * Source: discovery of kube-apiserver 1.36.
 */
export const builtInGroups: readonly BuiltInGroup[] = [
  {
    group: '',
    priority: 18000,
    versions: served('v1'),
    versionPriorities: { v1: 1 },
    storageVersion: 'v1',
    resources: core,
  },
  { group: 'apps', priority: 17800, versions: served('v1'), storageVersion: 'v1', resources: apps },
  {
    group: 'events.k8s.io',
    priority: 17750,
    versions: served('v1'),
    storageVersion: 'v1',
    resources: [{ resource: 'events', kind: 'Event', shortNames: ['ev'] }],
  },
  { group: 'authentication.k8s.io', priority: 17700, versions: served('v1'), storageVersion: 'v1', resources: [] },
  { group: 'authorization.k8s.io', priority: 17600, versions: served('v1'), storageVersion: 'v1', resources: [] },
  {
    group: 'autoscaling',
    priority: 17500,
    versions: served('v2', 'v1'),
    versionPriorities: { v2: 30, v1: 15 },
    storageVersion: 'v2',
    resources: [
      { resource: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler', shortNames: ['hpa'], categories: all },
    ],
  },
  {
    group: 'batch',
    priority: 17400,
    versions: served('v1'),
    storageVersion: 'v1',
    resources: [
      { resource: 'cronjobs', kind: 'CronJob', shortNames: ['cj'], categories: all },
      { resource: 'jobs', kind: 'Job', categories: all },
    ],
  },
  {
    group: 'certificates.k8s.io',
    priority: 17300,
    versions: [...served('v1'), ...onRequest('v1beta1')],
    storageVersion: 'v1',
    resources: [
      {
        resource: 'certificatesigningrequests',
        kind: 'CertificateSigningRequest',
        clusterScoped: true,
        shortNames: ['csr'],
        versions: ['v1'],
      },
    ],
  },
  {
    group: 'networking.k8s.io',
    priority: 17200,
    versions: [...served('v1'), ...onRequest('v1beta1')],
    storageVersion: 'v1',
    resources: [
      { resource: 'ingressclasses', kind: 'IngressClass', clusterScoped: true, versions: ['v1'] },
      { resource: 'ingresses', kind: 'Ingress', shortNames: ['ing'], versions: ['v1'], storagePrefix: 'ingress' },
      { resource: 'ipaddresses', kind: 'IPAddress', clusterScoped: true, shortNames: ['ip'] },
      { resource: 'networkpolicies', kind: 'NetworkPolicy', shortNames: ['netpol'], versions: ['v1'] },
      { resource: 'servicecidrs', kind: 'ServiceCIDR', clusterScoped: true },
    ],
  },
  {
    group: 'policy',
    priority: 17100,
    versions: served('v1'),
    storageVersion: 'v1',
    resources: [{ resource: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', shortNames: ['pdb'] }],
  },
  {
    group: 'rbac.authorization.k8s.io',
    priority: 17000,
    versions: served('v1'),
    storageVersion: 'v1',
    resources: [
      { resource: 'clusterrolebindings', kind: 'ClusterRoleBinding', clusterScoped: true },
      { resource: 'clusterroles', kind: 'ClusterRole', clusterScoped: true },
      { resource: 'rolebindings', kind: 'RoleBinding' },
      { resource: 'roles', kind: 'Role' },
    ],
  },
  {
    group: 'storage.k8s.io',
    priority: 16800,
    versions: [...served('v1'), ...onRequest('v1beta1')],
    storageVersion: 'v1',
    resources: [
      { resource: 'csidrivers', kind: 'CSIDriver', clusterScoped: true, versions: ['v1'], returnsDeletedObject: true },
      { resource: 'csinodes', kind: 'CSINode', clusterScoped: true, versions: ['v1'], returnsDeletedObject: true },
      { resource: 'csistoragecapacities', kind: 'CSIStorageCapacity', versions: ['v1'] },
      {
        resource: 'storageclasses',
        kind: 'StorageClass',
        clusterScoped: true,
        shortNames: ['sc'],
        versions: ['v1'],
        returnsDeletedObject: true,
      },
      {
        resource: 'volumeattachments',
        kind: 'VolumeAttachment',
        clusterScoped: true,
        versions: ['v1'],
        returnsDeletedObject: true,
      },
      {
        resource: 'volumeattributesclasses',
        kind: 'VolumeAttributesClass',
        clusterScoped: true,
        shortNames: ['vac'],
        returnsDeletedObject: true,
      },
    ],
  },
  {
    group: 'admissionregistration.k8s.io',
    priority: 16700,
    versions: [...served('v1'), ...onRequest('v1beta1', 'v1alpha1')],
    storageVersion: 'v1',
    resources: admission as readonly BuiltInResource[],
  },
  {
    group: 'apiregistration.k8s.io',
    priority: 20001,
    versions: served('v1'),
    storageVersion: 'v1',
    storageFormat: 'json',
    resources: [
      {
        resource: 'apiservices',
        kind: 'APIService',
        clusterScoped: true,
        categories: extensions,
        storagePrefix: 'apiregistration.k8s.io/apiservices',
      },
    ],
  },
  {
    group: 'apiextensions.k8s.io',
    priority: 16700,
    versions: served('v1'),
    // The same definition is smaller in it.
    storageVersion: 'v1beta1',
    storageFormat: 'json',
    resources: [
      {
        resource: 'customresourcedefinitions',
        kind: 'CustomResourceDefinition',
        clusterScoped: true,
        shortNames: ['crd', 'crds'],
        categories: extensions,
        storagePrefix: 'apiextensions.k8s.io/customresourcedefinitions',
      },
    ],
  },
  {
    group: 'scheduling.k8s.io',
    priority: 16600,
    versions: served('v1'),
    storageVersion: 'v1',
    resources: [{ resource: 'priorityclasses', kind: 'PriorityClass', clusterScoped: true, shortNames: ['pc'] }],
  },
  {
    group: 'coordination.k8s.io',
    priority: 16500,
    versions: [...served('v1'), ...onRequest('v1beta1', 'v1alpha2')],
    storageVersion: 'v1',
    resources: [
      { resource: 'leases', kind: 'Lease', versions: ['v1'] },
      {
        resource: 'leasecandidates',
        kind: 'LeaseCandidate',
        versions: ['v1beta1', 'v1alpha2'],
        storageVersion: 'v1beta1',
      },
    ],
  },
  {
    group: 'node.k8s.io',
    priority: 16300,
    versions: served('v1'),
    storageVersion: 'v1',
    resources: [{ resource: 'runtimeclasses', kind: 'RuntimeClass', clusterScoped: true }],
  },
  {
    group: 'discovery.k8s.io',
    priority: 16200,
    versions: served('v1'),
    storageVersion: 'v1',
    resources: [{ resource: 'endpointslices', kind: 'EndpointSlice' }],
  },
  {
    group: 'resource.k8s.io',
    priority: 16200,
    versions: [...served('v1'), ...onRequest('v1beta2', 'v1beta1', 'v1alpha3')],
    versionPriorities: { v1: 21, v1beta2: 15, v1beta1: 9, v1alpha3: 1 },
    storageVersion: 'v1',
    resources: dynamicResources,
  },
  {
    group: 'flowcontrol.apiserver.k8s.io',
    priority: 16100,
    versions: served('v1'),
    versionPriorities: { v1: 21 },
    storageVersion: 'v1',
    resources: [
      { resource: 'flowschemas', kind: 'FlowSchema', clusterScoped: true },
      { resource: 'prioritylevelconfigurations', kind: 'PriorityLevelConfiguration', clusterScoped: true },
    ],
  },
  {
    group: 'internal.apiserver.k8s.io',
    priority: 16000,
    versions: onRequest('v1alpha1'),
    storageVersion: 'v1alpha1',
    resources: [{ resource: 'storageversions', kind: 'StorageVersion', clusterScoped: true }],
  },
  {
    group: 'storagemigration.k8s.io',
    priority: 16800,
    versions: onRequest('v1beta1'),
    storageVersion: 'v1beta1',
    resources: [
      {
        resource: 'storageversionmigrations',
        kind: 'StorageVersionMigration',
        clusterScoped: true,
        shortNames: ['svm'],
      },
    ],
  },
]

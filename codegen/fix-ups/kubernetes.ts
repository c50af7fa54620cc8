import type { ResourceFacts } from '../ir/resource-facts.js'
import type { FixUp } from './fix-up.js'

const meta = 'k8s.io/apimachinery/pkg/apis/meta/v1'
const apiextensions = 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions'
const apiregistration = 'k8s.io/kube-aggregator/pkg/apis/apiregistration'

/** Names that API servers serve and that the Go types do not carry: package folder, versions, kind → facts. */
type ServedRow = readonly [folder: string, versions: string, kind: string, facts: Partial<ResourceFacts>]

const all = ['all']
const extensions = ['api-extensions']

const served: readonly ServedRow[] = [
  ['core', 'v1', 'Binding', {}],
  ['core', 'v1', 'ComponentStatus', { shortNames: ['cs'] }],
  ['core', 'v1', 'ConfigMap', { shortNames: ['cm'] }],
  ['core', 'v1', 'Endpoints', { shortNames: ['ep'] }],
  ['core', 'v1', 'Event', { shortNames: ['ev'] }],
  ['core', 'v1', 'LimitRange', { shortNames: ['limits'] }],
  ['core', 'v1', 'Namespace', { shortNames: ['ns'], subresources: ['status', 'finalize'] }],
  ['core', 'v1', 'Node', { shortNames: ['no'], subresources: ['status', 'proxy'] }],
  ['core', 'v1', 'PersistentVolume', { shortNames: ['pv'] }],
  ['core', 'v1', 'PersistentVolumeClaim', { shortNames: ['pvc'] }],
  [
    'core',
    'v1',
    'Pod',
    {
      shortNames: ['po'],
      categories: all,
      subresources: [
        'status',
        'attach',
        'binding',
        'ephemeralcontainers',
        'eviction',
        'exec',
        'log',
        'portforward',
        'proxy',
        'resize',
      ],
    },
  ],
  ['core', 'v1', 'ReplicationController', { shortNames: ['rc'], categories: all }],
  ['core', 'v1', 'ResourceQuota', { shortNames: ['quota'] }],
  ['core', 'v1', 'Service', { shortNames: ['svc'], categories: all, subresources: ['status', 'proxy'] }],
  ['core', 'v1', 'ServiceAccount', { shortNames: ['sa'] }],
  ['apps', 'v1 v1beta2', 'DaemonSet', { shortNames: ['ds'], categories: all }],
  ['apps', 'v1 v1beta1 v1beta2', 'Deployment', { shortNames: ['deploy'], categories: all }],
  ['apps', 'v1 v1beta2', 'ReplicaSet', { shortNames: ['rs'], categories: all }],
  ['apps', 'v1 v1beta1 v1beta2', 'StatefulSet', { shortNames: ['sts'], categories: all }],
  ['extensions', 'v1beta1', 'DaemonSet', { shortNames: ['ds'], categories: all }],
  ['extensions', 'v1beta1', 'Deployment', { shortNames: ['deploy'], categories: all }],
  ['extensions', 'v1beta1', 'ReplicaSet', { shortNames: ['rs'], categories: all }],
  ['extensions', 'v1beta1', 'Ingress', { shortNames: ['ing'] }],
  ['extensions', 'v1beta1', 'NetworkPolicy', { shortNames: ['netpol'] }],
  ['autoscaling', 'v1 v2', 'HorizontalPodAutoscaler', { shortNames: ['hpa'], categories: all }],
  ['batch', 'v1 v1beta1', 'CronJob', { shortNames: ['cj'], categories: all }],
  ['batch', 'v1', 'Job', { categories: all }],
  ['certificates', 'v1 v1beta1', 'CertificateSigningRequest', { shortNames: ['csr'] }],
  ['events', 'v1 v1beta1', 'Event', { shortNames: ['ev'] }],
  ['networking', 'v1 v1beta1', 'Ingress', { shortNames: ['ing'] }],
  ['networking', 'v1', 'NetworkPolicy', { shortNames: ['netpol'] }],
  ['networking', 'v1 v1beta1', 'IPAddress', { shortNames: ['ip'] }],
  ['policy', 'v1 v1beta1', 'PodDisruptionBudget', { shortNames: ['pdb'] }],
  ['scheduling', 'v1', 'PriorityClass', { shortNames: ['pc'] }],
  ['storage', 'v1 v1beta1', 'StorageClass', { shortNames: ['sc'] }],
  ['storage', 'v1 v1beta1', 'VolumeAttributesClass', { shortNames: ['vac'] }],
  ['admissionregistration', 'v1 v1beta1', 'MutatingWebhookConfiguration', { categories: extensions }],
  ['admissionregistration', 'v1 v1beta1', 'ValidatingWebhookConfiguration', { categories: extensions }],
  ['admissionregistration', 'v1 v1alpha1 v1beta1', 'ValidatingAdmissionPolicy', { categories: extensions }],
  ['admissionregistration', 'v1 v1alpha1 v1beta1', 'ValidatingAdmissionPolicyBinding', { categories: extensions }],
  ['admissionregistration', 'v1 v1alpha1 v1beta1', 'MutatingAdmissionPolicy', { categories: extensions }],
  ['admissionregistration', 'v1 v1alpha1 v1beta1', 'MutatingAdmissionPolicyBinding', { categories: extensions }],
  [apiextensions, 'v1 v1beta1', 'CustomResourceDefinition', { shortNames: ['crd', 'crds'], categories: extensions }],
  [apiregistration, 'v1 v1beta1', 'APIService', { categories: extensions }],
]

function servedFixUps([folder, versions, kind, resource]: ServedRow): FixUp[] {
  return versions.split(' ').map((version) => ({
    op: 'set-resource',
    package: `${folder.includes('/') ? folder : `k8s.io/api/${folder}`}/${version}`,
    kind,
    resource,
    defect: 'short names, categories and untyped subresources are known to the storage of the API server only',
  }))
}

/** Corrections to what the Go sources of Kubernetes say about their own types. */
export const kubernetesFixUps: readonly FixUp[] = [
  {
    op: 'set-kind',
    package: meta,
    type: 'WatchEvent',
    kind: { kind: 'WatchEvent', registered: true, hasTypeMeta: false },
    defect: 'WatchEvent is registered under a computed kind and has no TypeMeta',
  },
  {
    op: 'drop-type',
    package: meta,
    type: 'Timestamp',
    defect: 'Timestamp is the protobuf form of Time and never part of JSON',
  },
  ...served.flatMap(servedFixUps),
]

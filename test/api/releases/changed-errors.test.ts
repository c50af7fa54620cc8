import { describe, expect, test } from 'vitest'
import { releaseOf } from '../../../src/api/releases/release.js'
import { Judged, type Place, type Written } from '../validation/judged.js'

const configMaps: Place = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'n' }
const ofMetadata = (metadata: object): Written => ({ metadata: { name: 'a', ...metadata } })

/** What a new object is refused with: what is wrong → the place, the object, and the errors by release. */
const created: Readonly<Record<string, readonly [Place, Written, Readonly<Record<string, readonly string[]>>]>> = {
  'an empty owner reference': [
    configMaps,
    ofMetadata({ ownerReferences: [{}] }),
    {
      '1.36': [
        'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
        'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
      ],
      '1.37': [
        'metadata.ownerReferences[0].apiVersion: Required value: must not be empty',
        'metadata.ownerReferences[0].kind: Required value: must not be empty',
        'metadata.ownerReferences[0].name: Required value: must not be empty',
        'metadata.ownerReferences[0].uid: Required value: must not be empty',
      ],
    },
  ],
  'an owner of no version': [
    configMaps,
    ofMetadata({ ownerReferences: [{ apiVersion: 'a/b/c', kind: 'K', name: 'n', uid: 'u' }] }),
    {
      '1.36': ['metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty'],
      '1.37': [
        'metadata.ownerReferences[0].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>',
      ],
    },
  ],
  'an event as owner': [
    configMaps,
    ofMetadata({ ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'n', uid: 'u' }] }),
    {
      '1.36': [
        'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"n","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
      ],
      '1.37': [
        'metadata.ownerReferences[0]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"n","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
      ],
    },
  ],
  'a range of ports that ends before it begins': [
    { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', resource: 'networkpolicies', namespace: 'n' },
    { metadata: { name: 'a' }, spec: { podSelector: {}, ingress: [{ ports: [{ port: 80, endPort: 7 }] }] } },
    {
      '1.36': ['spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`'],
      '1.37': ['spec.ingress[0].ports[0].endPort: Invalid value: 7: must be greater than or equal to `port`'],
    },
  ],
  'namespaces of the host that exclude each other': [
    { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'n' },
    {
      metadata: { name: 'a' },
      spec: { hostPID: true, shareProcessNamespace: true, containers: [{ name: 'a', image: 'i' }] },
    },
    {
      '1.36': [
        'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
      ],
      '1.37': [
        'spec.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
      ],
    },
  ],
  'a review of nothing': [
    { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', resource: 'subjectaccessreviews' },
    { spec: { user: 'u' } },
    {
      '1.36': [
        'spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ],
      '1.37': [
        'spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ],
    },
  ],
  'a runtime class without handler': [
    { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', resource: 'runtimeclasses' },
    { metadata: { name: 'a' } },
    {
      '1.35': [
        "handler: Invalid value: \"\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      ],
      '1.36': ['handler: Required value'],
    },
  ],
  'an attachment without attacher': [
    { apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttachment', resource: 'volumeattachments' },
    { metadata: { name: 'a' }, spec: { nodeName: 'n', source: { persistentVolumeName: 'v' } } },
    {
      '1.35': ['spec.attacher: Required value', 'spec.attacher: Required value'],
      '1.36': ['spec.attacher: Required value'],
    },
  ],
  'an autoscaler without largest number': [
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      resource: 'horizontalpodautoscalers',
      namespace: 'n',
    },
    {
      metadata: { name: 'a' },
      spec: {
        minReplicas: 1,
        maxReplicas: -1,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
      },
    },
    {
      '1.35': [
        'spec.maxReplicas: Invalid value: -1: must be greater than 0',
        'spec.maxReplicas: Invalid value: -1: must be greater than or equal to `minReplicas`',
      ],
      '1.36': [
        'spec.maxReplicas: Invalid value: -1: must be greater than or equal to 1',
        'spec.maxReplicas: Invalid value: -1: must be greater than or equal to `minReplicas`',
      ],
    },
  ],
}

const podOf = (spec: object, status?: object): Written => ({
  metadata: { name: 'a' },
  spec: { containers: [{ name: 'a', image: 'i' }], ...spec },
  ...(status && { status }),
})

type Row = readonly [Place, Written, Written, Readonly<Record<string, readonly string[]>>]

const statefulSet = (spec: object): Written => ({
  metadata: { name: 'a' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'i' }] } },
    ...spec,
  },
})

const attachment = (status: object): Written => ({
  metadata: { name: 'a' },
  spec: { attacher: 'x', nodeName: 'n', source: { persistentVolumeName: 'v' } },
  status,
})

const badKey = `metadata.labels: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`
const claim = { name: 'c', resourceClaimTemplateName: 't' }
const notSubdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

/** As {@link created}, for a change: the object before, and after it. */
const changed: Readonly<Record<string, Row>> = {
  'the service of a stateful set': [
    { apiVersion: 'apps/v1', kind: 'StatefulSet', resource: 'statefulsets', namespace: 'n' },
    statefulSet({ serviceName: 'x' }),
    statefulSet({ serviceName: 'y' }),
    {
      '1.36': [
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
      '1.37': ['spec.serviceName: Invalid value: "y": field is immutable'],
    },
  ],
  'the provider of a node': [
    { apiVersion: 'v1', kind: 'Node', resource: 'nodes' },
    { metadata: { name: 'a' }, spec: { providerID: 'x' } },
    { metadata: { name: 'a' }, spec: { providerID: 'y' } },
    {
      '1.36': ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
      '1.37': ['spec.providerID: Invalid value: null: field cannot be modified once set'],
    },
  ],
  'what provides volumes': [
    { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', resource: 'storageclasses' },
    { metadata: { name: 'a' }, provisioner: 'x.io/p' },
    { metadata: { name: 'a' }, provisioner: 'x.io/q' },
    {
      '1.35': ['provisioner: Forbidden: updates to provisioner are forbidden.'],
      '1.36': ['provisioner: Invalid value: "x.io/q": field is immutable'],
    },
  ],
  'the error of an attachment': [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      resource: 'volumeattachments',
      subresource: 'status',
    },
    attachment({ attached: false }),
    attachment({ attached: false, attachError: { message: 'x'.repeat(1025) } }),
    {
      '1.36': ['status.attachError.message: Too long: may not be more than 262144 bytes'],
      '1.37': ['status.attachError.message: Too long: may not be more than 1024 bytes'],
    },
  ],
  'the claims of a pod': [
    { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'n', subresource: 'status' },
    podOf({ resourceClaims: [claim] }),
    podOf({ resourceClaims: [claim] }, { resourceClaimStatuses: [{ name: 'c', resourceClaimName: 'A' }] }),
    {
      '1.35': [`status.resourceClaimStatuses[0].name: Invalid value: "A": ${notSubdomain}`],
      '1.36': [`status.resourceClaimStatuses[0].resourceClaimName: Invalid value: "A": ${notSubdomain}`],
    },
  ],
  'the labels of a request for the status of pools': [
    {
      apiVersion: 'resource.k8s.io/v1alpha3',
      kind: 'ResourcePoolStatusRequest',
      resource: 'resourcepoolstatusrequests',
    },
    { metadata: { name: 'a' }, spec: { driver: 'd' } },
    { metadata: { name: 'a', labels: { 'a b': 'v' } }, spec: { driver: 'd' } },
    { '1.36': [badKey, badKey, badKey], '1.37': [badKey] },
  ],
  'the role of a binding': [
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', resource: 'rolebindings', namespace: 'n' },
    { metadata: { name: 'a' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' } },
    { metadata: { name: 'a' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'y' } },
    {
      '1.36': [
        'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"y"}: cannot change roleRef',
      ],
      '1.37': [
        'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"y"}: field is immutable',
      ],
    },
  ],
}

const changes = Object.entries(changed).flatMap(([what, [place, old, object, byRelease]]) =>
  Object.entries(byRelease).map(([release, errors]) => ({ what, release, place, old, object, errors })),
)

const rows = Object.entries(created).flatMap(([what, [place, object, byRelease]]) =>
  Object.entries(byRelease).map(([release, errors]) => ({ what, release, place, object, errors })),
)

describe('errors that changed between releases', () => {
  test.each(rows)('$what in $release', async ({ release, place, object, errors }) => {
    expect(await new Judged(place).in(releaseOf(release)).create(object)).toEqual(errors)
  })

  test.each(changes)('a change of $what in $release', async ({ release, place, old, object, errors }) => {
    expect(await new Judged(place).in(releaseOf(release)).update(old, object)).toEqual(errors)
  })
})

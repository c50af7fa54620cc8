import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of TestCSIDriverValidation, TestCSIDriverValidationUpdate and what belongs to them upstream.
const judged = new Judged({ apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', resource: 'csidrivers' })
const spec = { attachRequired: true, podInfoOnMount: true, storageCapacity: true }
const valid = { metadata: { name: 'test-driver' }, spec }
const audience = 'gcp'
const tokens = (...tokenRequests: object[]) => ({ 'spec/tokenRequests': tokenRequests })

describe('a driver', () => {
  creations(judged, valid, [
    ['a name with dots', { 'metadata/name': 'io.kubernetes-storage-csi-flex' }],
    ['a name of 63 characters', { 'metadata/name': 'g'.repeat(63) }],
    ['a name of 64 characters', { 'metadata/name': 'g'.repeat(64) }],
    [
      'a name with underscores',
      { 'metadata/name': 'io_kubernetes_storage_csi_flex' },
      `metadata.name: Invalid value: "io_kubernetes_storage_csi_flex": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a name with dots and underscores',
      { 'metadata/name': 'io.kubernetes.storage_csi-flex' },
      `metadata.name: Invalid value: "io.kubernetes.storage_csi-flex": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a name that ends with a dot',
      { 'metadata/name': 'driver.' },
      `metadata.name: Invalid value: "driver.": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a name in capitals',
      { 'metadata/name': 'Driver' },
      `metadata.name: Invalid value: "Driver": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['no name', { 'metadata/name': '' }, 'metadata.name: Required value: name or generateName is required'],
    ['everything not said', { spec: {} }],
    ['all modes', { 'spec/volumeLifecycleModes': ['Persistent', 'Ephemeral', 'Ephemeral'] }],
    [
      'a mode that is none',
      { 'spec/volumeLifecycleModes': ['no-such-mode', ''] },
      'spec.volumeLifecycleModes: Unsupported value: "no-such-mode": supported values: "Persistent", "Ephemeral"',
      'spec.volumeLifecycleModes: Unsupported value: "": supported values: "Persistent", "Ephemeral"',
    ],
    ['a policy for groups', { 'spec/fsGroupPolicy': 'File' }],
    [
      'a policy that is none',
      { 'spec/fsGroupPolicy': 'no-such-policy' },
      'spec.fsGroupPolicy: Unsupported value: "no-such-policy": supported values: "File", "None", "ReadWriteOnceWithFSType"',
    ],
    ['republishing', { 'spec/requiresRepublish': true }],
    ['two tokens', tokens({ audience }, { audience: '' })],
    ['a token twice', tokens({ audience }, { audience }), 'spec.tokenRequests[1].audience: Duplicate value: "gcp"'],
    ['a token for ten minutes', tokens({ audience, expirationSeconds: 600 })],
    [
      'a token for less',
      tokens({ audience, expirationSeconds: 599 }),
      'spec.tokenRequests[0].expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
    ],
    [
      'a token for longer than a number',
      tokens({ audience, expirationSeconds: 2 ** 32 + 1 }),
      'spec.tokenRequests[0].expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
    ],
    ['a token for 2^32 seconds', tokens({ audience, expirationSeconds: 2 ** 32 })],
    ['labels of SELinux', { 'spec/seLinuxMount': true }],
    ['updates every ten seconds', { 'spec/nodeAllocatableUpdatePeriodSeconds': 10 }],
    [
      'updates every nine seconds',
      { 'spec/nodeAllocatableUpdatePeriodSeconds': 9 },
      'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds',
    ],
    ['tokens in secrets', { ...tokens({ audience }), 'spec/serviceAccountTokenInSecrets': true }],
    [
      'tokens in secrets without tokens',
      { 'spec/serviceAccountTokenInSecrets': true },
      'spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
    ],
  ])
  updates(judged, valid, [
    ['nothing', {}],
    [
      'no attachment',
      { 'spec/attachRequired': false },
      'spec.attachedRequired: Invalid value: false: field is immutable',
    ],
    ['attachment not said', { 'spec/attachRequired': undefined }],
    ['no information', { 'spec/podInfoOnMount': false }],
    ['no capacity', { 'spec/storageCapacity': false }],
    [
      'more modes',
      { 'spec/volumeLifecycleModes': ['Persistent', 'Ephemeral'] },
      'spec.volumeLifecycleModes: Invalid value: ["Persistent","Ephemeral"]: field is immutable',
    ],
    ['another policy', { 'spec/fsGroupPolicy': 'None' }],
    ['republishing', { 'spec/requiresRepublish': true }],
    ['tokens', tokens({ audience })],
    [
      'a short token',
      tokens({ audience, expirationSeconds: 1 }),
      'spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes',
    ],
    ['labels of SELinux', { 'spec/seLinuxMount': true }],
    ['updates', { 'spec/nodeAllocatableUpdatePeriodSeconds': 10 }],
    [
      'updates too often',
      { 'spec/nodeAllocatableUpdatePeriodSeconds': 1 },
      'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 1: must be greater than or equal to 10 seconds',
    ],
    [
      'a policy that is none',
      { 'spec/fsGroupPolicy': 'x' },
      'spec.fsGroupPolicy: Unsupported value: "x": supported values: "File", "None", "ReadWriteOnceWithFSType"',
    ],
  ])
})

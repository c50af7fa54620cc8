import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

const place = { apiVersion: 'internal.apiserver.k8s.io/v1alpha1', kind: 'StorageVersion', resource: 'storageversions' }
const judged = new Judged(place)
const valid = { metadata: { name: 'example.com.foos' }, spec: {} }
const server = { apiServerID: 'a', encodingVersion: 'v1', decodableVersions: ['v1'] }

creations(judged, valid, [
  [
    'a name without group',
    { 'metadata/name': 'foos' },
    'metadata.name: Invalid value: "foos": name must be in the form of <group>.<resource>',
  ],
])
updates(judged.of('status'), valid, [
  ['servers that agree', { status: { storageVersions: [server], commonEncodingVersion: 'v1' } }],
  [
    'a server twice',
    { status: { storageVersions: [server, server], commonEncodingVersion: 'v1' } },
    'status.storageVersions[1].apiServerID: Duplicate value: "a"',
  ],
  [
    'what it writes it cannot read',
    { status: { storageVersions: [{ ...server, encodingVersion: 'v2' }], commonEncodingVersion: 'v2' } },
    'status.storageVersions[0].decodableVersions: Invalid value: ["v1"]: decodableVersions must include encodingVersion v2',
  ],
  [
    'another common version',
    { status: { storageVersions: [server], commonEncodingVersion: 'v2' } },
    'status.commonEncodingVersion: Invalid value: "v2": the actual common encoding version is v1',
  ],
  [
    'no common version',
    { status: { storageVersions: [server] } },
    'status.commonEncodingVersion: Invalid value: null: the common encoding version is v1',
  ],
])

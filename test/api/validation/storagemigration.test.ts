import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

const judged = new Judged({
  apiVersion: 'storagemigration.k8s.io/v1beta1',
  kind: 'StorageVersionMigration',
  resource: 'storageversionmigrations',
})
const valid = { metadata: { name: 'm' }, spec: { resource: { group: 'apps', resource: 'deployments' } } }
const conditionOf = (type: string) => {
  return { type, status: 'True', reason: 'R', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' }
}

const ends = ['Succeeded', 'Failed'].map(
  (type) => `{"type":"${type}","status":"True","lastTransitionTime":"2024-01-01T00:00:00Z","reason":"R","message":""}`,
)

creations(judged, valid, [
  ['no resource', { 'spec/resource': {} }, 'spec.resource.resource: Required value: resource is required to be set'],
])
updates(judged, valid, [
  [
    'another resource',
    { 'spec/resource/resource': 'pods' },
    'spec: Invalid value: {"Resource":{"group":"apps","resource":"pods"}}: field is immutable',
  ],
])
updates(judged.of('status'), valid, [
  [
    'an odd version',
    { status: { resourceVersion: '01' } },
    'status.resourceVersion: Invalid value: "01": resource version is not well formed: 01',
  ],
  [
    'two ends',
    { status: { conditions: [conditionOf('Succeeded'), conditionOf('Failed')] } },
    `status.conditions: Invalid value: [${ends}]: Both success and failed conditions cannot be true at the same time`,
  ],
])

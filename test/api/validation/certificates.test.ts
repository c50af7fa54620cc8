import { expect, test } from 'vitest'
import { Judged } from './judged.js'
import { changed, creations, updates } from './tables.js'

const judged = new Judged({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  resource: 'certificatesigningrequests',
})
const pem = (type: string) => btoa(`-----BEGIN ${type}-----\nMAA=\n-----END ${type}-----\n`)
const request = pem('CERTIFICATE REQUEST')
const valid = { metadata: { name: 'c' }, spec: { request, signerName: 'example.com/s', usages: ['any'] } }
const approved = { type: 'Approved', status: 'True', reason: 'R' }

creations(judged, valid, [
  [
    'nothing',
    { spec: {} },
    'spec.request: Invalid value: null: PEM block type must be CERTIFICATE REQUEST',
    'spec.usages: Required value',
    'spec.signerName: Required value',
  ],
  ['a usage twice', { 'spec/usages': ['any', 'any'] }, 'spec.usages[1]: Duplicate value: "any"'],
  [
    'the signer of old',
    { 'spec/signerName': 'kubernetes.io/legacy-unknown' },
    'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version',
  ],
  [
    'a short life',
    { 'spec/expirationSeconds': 599 },
    'spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)',
  ],
])
updates(judged.of('status'), valid, [
  ['a certificate', { status: { certificate: pem('CERTIFICATE') } }],
  [
    'no certificate',
    { status: { certificate: 'QUFB' } },
    'status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block',
  ],
  [
    'approval',
    { status: { conditions: [approved] } },
    'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
  ],
  [
    'failure that is none',
    { status: { conditions: [{ type: 'Failed', status: 'False' }] } },
    'status.conditions[0].status: Unsupported value: "False": supported values: "True"',
  ],
])
updates(judged.of('approval'), valid, [
  ['approval', { status: { conditions: [approved] } }],
  [
    'both',
    { status: { conditions: [approved, { ...approved, type: 'Denied' }] } },
    'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
  ],
])
test('the request is of who makes it, whatever it says', async () => {
  const { spec } = (await judged.stored(changed(valid, { 'spec/username': 'x', 'spec/groups': ['y'] }))) as never
  expect(spec).toMatchObject({ username: 'admin', groups: ['system:masters', 'system:authenticated'] })
})
test('conditions get the time', async () => {
  const { object } = await judged.of('approval').updated(valid, { ...valid, status: { conditions: [approved] } })
  expect(object).toMatchObject({ status: { conditions: [{ lastUpdateTime: '2031-02-03T04:05:06Z' }] } })
})

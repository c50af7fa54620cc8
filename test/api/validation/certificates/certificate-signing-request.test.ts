import { expect, test } from 'vitest'
import { Judged } from '../judged.js'
import { changed, creations, updates } from '../tables.js'

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
  ['a bad name', { 'metadata/name': 'c_' }],
  ['no usages', { 'spec/usages': [] }, 'spec.usages: Required value'],
  [
    'usages that are none',
    { 'spec/usages': ['unknown', ''] },
    'spec.usages[0]: Unsupported value: "unknown": supported values: "any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping"',
    'spec.usages[1]: Unsupported value: "": supported values: "any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping"',
  ],
  ['all usages', { 'spec/usages': ['signing', 'digital signature', 'server auth', 'client auth'] }],
  [
    'no certificate request',
    { 'spec/request': btoa('not PEM') },
    'spec.request: Invalid value: "bm90IFBFTQ==": PEM block type must be CERTIFICATE REQUEST',
  ],
  [
    'a certificate instead',
    { 'spec/request': pem('CERTIFICATE') },
    'spec.request: Invalid value: "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1BQT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=": PEM block type must be CERTIFICATE REQUEST',
  ],
  [
    'a signer without path',
    { 'spec/signerName': 'example' },
    `spec.signerName: Invalid value: "example": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
  ],
  [
    'a signer with bad domain',
    { 'spec/signerName': 'Example_.com/a' },
    `spec.signerName: Invalid value: "Example_.com": validating label "Example_": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
  ],
  [
    'a signer without domain',
    { 'spec/signerName': '/a' },
    `spec.signerName: Invalid value: "": validating label "": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    'spec.signerName: Invalid value: "": should be a domain with at least two segments separated by dots',
  ],
  [
    'a signer with two slashes',
    { 'spec/signerName': 'example.com/a/b' },
    `spec.signerName: Invalid value: "example.com/a/b": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
  ],
  [
    'a signer with a long path',
    { 'spec/signerName': `example.com/${'x'.repeat(254)}` },
    'spec.signerName: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": validating label "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": must be no more than 253 characters',
  ],
  [
    'a signer with a long domain',
    { 'spec/signerName': `${`${'x'.repeat(63)}.`.repeat(4)}com/a` },
    'spec.signerName: Too long: may not be more than 253 bytes',
  ],
  [
    'a signer with a bad path',
    { 'spec/signerName': 'example.com/A b' },
    `spec.signerName: Invalid value: "A b": validating label "A b": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  ],
  [
    'a signer with a domain of one part',
    { 'spec/signerName': 'example/a' },
    'spec.signerName: Invalid value: "example": should be a domain with at least two segments separated by dots',
  ],
  ['a long life', { 'spec/expirationSeconds': 2_147_483_647 }],
  ['a life of ten minutes', { 'spec/expirationSeconds': 600 }],
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
updates(judged, valid, [
  ['labels', { 'metadata/labels': { a: 'b' } }],
  ['another signer', { 'spec/signerName': 'example.com/other' }],
  ['a condition', { status: { conditions: [approved] } }],
])
updates(judged.of('status'), valid, [
  [
    'denial',
    { status: { conditions: [{ ...approved, type: 'Denied' }] } },
    'status.conditions: Forbidden: updates may not add a condition of type "Denied"',
  ],
  ['a condition of others', { status: { conditions: [{ ...approved, type: 'Other' }] } }],
  [
    'a condition twice',
    {
      status: {
        conditions: [
          { ...approved, type: 'Failed' },
          { ...approved, type: 'Failed' },
        ],
      },
    },
    'status.conditions[1].type: Duplicate value: "Failed"',
  ],
  ['no type', { status: { conditions: [{ status: 'True' }] } }, 'status.conditions[0].type: Required value'],
  ['no status', { status: { conditions: [{ type: 'Other' }] } }, 'status.conditions[0].status: Required value'],
  [
    'an unknown status',
    { status: { conditions: [{ type: 'Other', status: 'Perhaps' }] } },
    'status.conditions[0].status: Unsupported value: "Perhaps": supported values: "False", "True", "Unknown"',
  ],
  ['text around a certificate', { status: { certificate: btoa(`text\n${atob(pem('CERTIFICATE'))}text\n`) } }],
  [
    'headers in a certificate',
    { status: { certificate: btoa('-----BEGIN CERTIFICATE-----\nA: b\n\nMAA=\n-----END CERTIFICATE-----\n') } },
    'status.certificate: Invalid value: "<certificate data>": no PEM block headers are permitted',
  ],
  [
    'another block',
    { status: { certificate: pem('OTHER') } },
    'status.certificate: Invalid value: "<certificate data>": only CERTIFICATE PEM blocks are allowed, found "OTHER"',
  ],
])
updates(judged.of('approval'), valid, [
  ['denial', { status: { conditions: [{ ...approved, type: 'Denied' }] } }],
  ['approval without reason', { status: { conditions: [{ type: 'Approved', status: 'True' }] } }],
  [
    'approval that is none',
    { status: { conditions: [{ type: 'Approved', status: 'False' }] } },
    'status.conditions[0].status: Unsupported value: "False": supported values: "True"',
  ],
  ['failure', { status: { conditions: [{ ...approved, type: 'Failed' }] } }],
  ['a certificate', { status: { certificate: pem('CERTIFICATE') } }],
  ['approval', { status: { conditions: [approved] } }],
  [
    'both',
    { status: { conditions: [approved, { ...approved, type: 'Denied' }] } },
    'status.conditions: Invalid value: "{conditions[{\\"type\\": \\"Approved\\"}], conditions[{\\"type\\": \\"Denied\\"}]}": must specify at most one of: `conditions[{"type": "Approved"}]`, `conditions[{"type": "Denied"}]`',
  ],
])
test('the user of the request is its sender, not what it contains', async () => {
  const { spec } = (await judged.stored(changed(valid, { 'spec/username': 'x', 'spec/groups': ['y'] }))) as never
  expect(spec).toMatchObject({ username: 'admin', groups: ['system:masters', 'system:authenticated'] })
})
test('conditions get the time', async () => {
  const { object } = await judged.of('approval').updated(valid, { ...valid, status: { conditions: [approved] } })
  expect(object).toMatchObject({ status: { conditions: [{ lastUpdateTime: '2031-02-03T04:05:06Z' }] } })
})

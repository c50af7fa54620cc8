import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'
import { authority, leaf, pemOf } from './made-certificates.js'

// The rows of TestValidateClusterTrustBundle and of its update upstream.
const judged = new Judged({
  apiVersion: 'certificates.k8s.io/v1beta1',
  kind: 'ClusterTrustBundle',
  resource: 'clustertrustbundles',
})
const good = pemOf('CERTIFICATE', authority)
const plain = { metadata: { name: 'foo' }, spec: { trustBundle: good } }
const signed = {
  metadata: { name: 'k8s.io:foo:bar' },
  spec: { signerName: 'k8s.io/foo', trustBundle: good },
}

describe('a bundle', () => {
  creations(judged, plain, [
    [
      'a name of a signer',
      { 'metadata/name': 'k8s.io:bar:foo' },
      'metadata.name: Invalid value: "k8s.io:bar:foo": ClusterTrustBundle without signer name must not have ":" in its name',
    ],
    [
      'a bad name',
      { 'metadata/name': 'Foo_' },
      `metadata.name: Invalid value: "Foo_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'no certificates',
      { 'spec/trustBundle': '' },
      'spec.trustBundle: Invalid value: "<value omitted>": at least one trust anchor must be provided',
    ],
    ['text around', { 'spec/trustBundle': `a\n${good}b\n` }],
    [
      'a certificate twice',
      { 'spec/trustBundle': good + good },
      'spec.trustBundle: Invalid value: "<value omitted>": duplicate trust anchor (indices [0 1])',
    ],
    [
      'headers',
      { 'spec/trustBundle': pemOf('CERTIFICATE', authority, 'key: value\n\n') },
      'spec.trustBundle: Invalid value: "<value omitted>": entry 0 has PEM block headers',
    ],
    [
      'another block',
      { 'spec/trustBundle': pemOf('NOTACERTIFICATE', authority) + good },
      'spec.trustBundle: Invalid value: "<value omitted>": entry 0 has bad block type: NOTACERTIFICATE',
    ],
    [
      'what is none',
      { 'spec/trustBundle': pemOf('CERTIFICATE', 'MAA=') },
      'spec.trustBundle: Invalid value: "<value omitted>": entry 0 does not parse as X.509',
    ],
    [
      'no authority',
      { 'spec/trustBundle': pemOf('CERTIFICATE', leaf) },
      'spec.trustBundle: Invalid value: "<value omitted>": entry 0 does not have the CA bit set',
    ],
    [
      'too much',
      { 'spec/trustBundle': 'x'.repeat(1024 * 1024 + 1) },
      'spec.trustBundle: Too long: may not be more than 1048576 bytes',
    ],
  ])
  creations(judged, signed, [
    [
      'another name',
      { 'metadata/name': 'foo:bar' },
      'metadata.name: Invalid value: "foo:bar": ClusterTrustBundle for signerName k8s.io/foo must be named with prefix k8s.io:foo:',
    ],
    [
      'a name without the rest',
      { 'metadata/name': 'k8s.io:foo:' },
      `metadata.name: Invalid value: "k8s.io:foo:": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a bad signer',
      { 'spec/signerName': 'foo', 'metadata/name': 'foo:bar' },
      `spec.signerName: Invalid value: "foo": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
    ],
  ])
  updates(judged, signed, [
    ['other certificates', { 'spec/trustBundle': `x\n${good}` }],
    [
      'no certificates any more',
      { 'spec/trustBundle': '' },
      'spec.trustBundle: Invalid value: "<value omitted>": at least one trust anchor must be provided',
    ],
    [
      'another signer',
      { 'spec/signerName': 'k8s.io/bar' },
      'metadata.name: Invalid value: "k8s.io:foo:bar": ClusterTrustBundle for signerName k8s.io/bar must be named with prefix k8s.io:bar:',
      'spec.signerName: Invalid value: "k8s.io/bar": field is immutable',
    ],
    ['labels', { 'metadata/labels': { a: 'b' } }],
  ])
})

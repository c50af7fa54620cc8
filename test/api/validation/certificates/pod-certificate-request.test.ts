import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'
import { authority, pemOf } from './made-certificates.js'

// The rows of upstream's tests of PodCertificateRequest that need no keys.
const place = {
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'PodCertificateRequest',
  resource: 'podcertificaterequests',
}
const judged = new Judged({ ...place, namespace: 'n' })
const spec = {
  signerName: 'foo.com/abc',
  podName: 'pod-1',
  podUID: 'pod-uid-1',
  serviceAccountName: 'sa-1',
  serviceAccountUID: 'sa-uid-1',
  nodeName: 'node-1',
  nodeUID: 'node-uid-1',
  maxExpirationSeconds: 86_400,
  stubPKCS10Request: 'MAA=',
}
const valid = { metadata: { name: 'foo', namespace: 'n' }, spec }

describe('a request', () => {
  creations(judged, valid, [
    ['no signer', { 'spec/signerName': '' }, 'spec.signerName: Required value'],
    [
      'a bad signer',
      { 'spec/signerName': 'foo.com' },
      `spec.signerName: Invalid value: "foo.com": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
    ],
    [
      'no pod',
      { 'spec/podName': '', 'spec/podUID': '' },
      `spec.podName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      'spec.podUID: Invalid value: "": must not be empty',
    ],
    [
      'a bad pod',
      { 'spec/podName': 'Pod_', 'spec/podUID': 'x'.repeat(129) },
      `spec.podName: Invalid value: "Pod_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      'spec.podUID: Too long: may not be more than 128 bytes',
    ],
    [
      'no account',
      { 'spec/serviceAccountName': '', 'spec/serviceAccountUID': '' },
      `spec.serviceAccountName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      'spec.serviceAccountUID: Invalid value: "": must not be empty',
    ],
    [
      'no node',
      { 'spec/nodeName': '', 'spec/nodeUID': '' },
      `spec.nodeName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      'spec.nodeUID: Invalid value: "": must not be empty',
    ],
    ['no time said', { 'spec/maxExpirationSeconds': undefined }],
    [
      'less than an hour',
      { 'spec/maxExpirationSeconds': 3599 },
      'spec.maxExpirationSeconds: Invalid value: 3599: must be in the range [3600, 7862400]',
    ],
    ['91 days', { 'spec/maxExpirationSeconds': 7_862_400 }],
    [
      'more than 91 days',
      { 'spec/maxExpirationSeconds': 7_862_401 },
      'spec.maxExpirationSeconds: Invalid value: 7862401: must be in the range [3600, 7862400]',
    ],
    [
      'more than a day of Kubernetes',
      { 'spec/signerName': 'kubernetes.io/foo', 'spec/maxExpirationSeconds': 86_401 },
      'spec.maxExpirationSeconds: Invalid value: 86401: must be in the range [3600, 86400]',
    ],
    ['annotations', { 'spec/unverifiedUserAnnotations': { 'foo.com/a': 'b' } }],
    [
      'annotations without domain',
      { 'spec/unverifiedUserAnnotations': { a: 'b' } },
      'spec.unverifiedUserAnnotations: Invalid value: "a": must be a domain-prefixed key (such as "acme.io/foo")',
    ],
  ])
  updates(judged, valid, [
    ['labels', { 'metadata/labels': { a: 'b' } }],
    [
      'another pod',
      { 'spec/podName': 'pod-2' },
      'spec: Invalid value: {"SignerName":"foo.com/abc","PodName":"pod-2","PodUID":"pod-uid-1","ServiceAccountName":"sa-1","ServiceAccountUID":"sa-uid-1","NodeName":"node-1","NodeUID":"node-uid-1","MaxExpirationSeconds":86400,"StubPKCS10Request":"MAA=","UnverifiedUserAnnotations":null}: field is immutable',
    ],
    ['status', { status: { certificateChain: 'x' } }],
  ])
})

describe('results', () => {
  const at = '2031-02-03T04:05:06Z'
  const condition = (type: string, status = 'True') => {
    return { type, status, reason: 'R', message: 'm', lastTransitionTime: at }
  }
  const conditions = (...given: object[]) => ({ status: { conditions: given } })
  const issued = (more: object) => ({ status: { conditions: [condition('Issued')], ...more } })
  const chain = pemOf('CERTIFICATE', authority)
  const times = { notBefore: at, notAfter: '2031-02-04T04:05:06Z', beginRefreshAt: '2031-02-03T10:00:00Z' }
  updates(judged.of('status'), valid, [
    ['nothing', {}],
    ['denied', conditions(condition('Denied'))],
    ['failed', conditions(condition('Failed'))],
    [
      'denied and failed',
      conditions(condition('Denied'), condition('Failed')),
      'status.conditions.[1].type: Invalid value: "Failed": There may be at most one condition with type "Issued", "Denied", or "Failed"',
    ],
    [
      'denied, but not so',
      conditions(condition('Denied', 'False')),
      'status.conditions.[0].status: Unsupported value: "False": supported values: "True"',
    ],
    [
      'something else',
      conditions(condition('Other')),
      'status.conditions.[0].type: Unsupported value: "Other": supported values: "Issued", "Denied", "Failed"',
    ],
    ['no reason', conditions({ ...condition('Denied'), reason: '' }), 'status.conditions[0].reason: Required value'],
    [
      'denied with certificates',
      { status: { conditions: [condition('Denied')], certificateChain: chain } },
      'status: Invalid value: non-condition status fields must be empty when denying or failing the PodCertificateRequest',
    ],
    [
      'certificates only',
      { status: { certificateChain: chain } },
      'status: Invalid value: status is immutable unless transitioning to "Issued", "Denied", or "Failed"',
    ],
    ['issued', issued({ certificateChain: chain, ...times })],
    [
      'issued without certificates',
      issued({ ...times }),
      'status.certificateChain: Invalid value: "": issued certificate chain must contain at least one certificate',
    ],
    [
      'issued with something else',
      issued({ certificateChain: pemOf('OTHER', authority), ...times }),
      `status.certificateChain: Invalid value: "-----BEGIN OTHER-----\\nMIIBcDCCARWgAwIBAgIUflYomwIFv5da7Vy6UNq9MtbYxE8wCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBYTAgFw0yNjExMjIxODUxNDZaGA8yMTI2MTAyOTE4NTE0NlowDDEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMF9kh9igs9YVToKBoJkNQrhxSVPuKBLTPFl/U02ie+Hli4OJ5bcBLbrwSYHHClpiG2A74+/oDhVJQKjS4YZBUijUzBRMB0GA1UdDgQWBBTl4CTgopSzsaDGEyIzTP44cJqJgDAfBgNVHSMEGDAWgBTl4CTgopSzsaDGEyIzTP44cJqJgDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQDiGCYvc9ijkBjnWASTGWSDLnqDU8zuec9Yu53goLHLjAIhAOpBZ+gt+e0FBcC2ypmJ/2+sHVRcDZE+v516Js+XVPJd\\n-----END OTHER-----\\n": issued certificate chain must consist entirely of CERTIFICATE PEM blocks`,
    ],
    [
      'issued without times',
      issued({ certificateChain: chain }),
      'status.notBefore: Required value: must be present and consistent with the issued certificate',
      'status.notAfter: Required value: must be present and consistent with the issued certificate',
      'status.beginRefreshAt: Required value: must be present and in the range [notbefore+10min, notafter-10min]',
    ],
    [
      'issued long ago',
      issued({ certificateChain: chain, ...times, notBefore: '2031-02-03T03:00:00Z' }),
      `status.notBefore: Invalid value: "2031-02-03T03:00:00Z": must be set to within 5 minutes of kube-apiserver's current time`,
    ],
    [
      'issued for minutes',
      issued({ certificateChain: chain, ...times, notAfter: '2031-02-03T04:15:06Z' }),
      'status.certificateChain: Invalid value: 600000000000: leaf certificate lifetime must be >= 1 hour',
    ],
    [
      'issued for too long',
      issued({ certificateChain: chain, ...times, notAfter: '2031-02-04T04:05:07Z' }),
      'status.certificateChain: Invalid value: 86401000000000: leaf certificate lifetime must be <= spec.maxExpirationSeconds (86400)',
    ],
    [
      'renewed at once',
      issued({ certificateChain: chain, ...times, beginRefreshAt: at }),
      'status.beginRefreshAt: Invalid value: "2031-02-03T04:05:06Z": must be at least 10 minutes after status.notBefore',
    ],
    [
      'renewed too late',
      issued({ certificateChain: chain, ...times, beginRefreshAt: '2031-02-04T04:00:06Z' }),
      'status.beginRefreshAt: Invalid value: "2031-02-04T04:00:06Z": must be at least 10 minutes before status.notAfter',
    ],
  ])
})

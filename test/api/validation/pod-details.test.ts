import { describe } from 'vitest'
import { tableOf, updateTableOf } from './row-tables.js'

const metadata = { name: 'p', namespace: 't' }
const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'c', image: 'x' }] } }

// Each row puts one value into a valid pod; its errors are those of pkg/apis/core/validation.
describe('certificates of pods in volumes', () => {
  const volumes = (more: object) => [
    {
      name: 'v',
      projected: {
        sources: [
          {
            podCertificate: {
              signerName: 'a.io/b',
              keyType: 'ED25519',
              keyPath: 'k',
              certificateChainPath: 'c',
              ...more,
            },
          },
        ],
      },
    },
  ]
  const at = 'spec.volumes[0].projected.sources[0].podCertificate'
  const seconds = (maxExpirationSeconds: number, signerName = 'a.io/b') => volumes({ maxExpirationSeconds, signerName })
  const own = 'kubernetes.io/kube-apiserver-client-pod'
  tableOf(
    pod,
    [
      ['spec.volumes', volumes({}), []],
      ['spec.volumes', seconds(3600), []],
      [
        'spec.volumes',
        seconds(3599),
        [`${at}.maxExpirationSeconds: Invalid value: 3599: if provided, maxExpirationSeconds must be >= 3600`],
      ],
      ['spec.volumes', seconds(7_862_400), []],
      [
        'spec.volumes',
        seconds(7_862_401),
        [`${at}.maxExpirationSeconds: Invalid value: 7862401: if provided, maxExpirationSeconds must be <= 7862400`],
      ],
      ['spec.volumes', seconds(86_400, own), []],
      [
        'spec.volumes',
        seconds(86_401, own),
        [`${at}.maxExpirationSeconds: Invalid value: 86401: if provided, maxExpirationSeconds must be <= 86400`],
      ],
      [
        'spec.volumes',
        volumes({ keyPath: '', certificateChainPath: '' }),
        [`${at}: Required value: specify at least one of credentialBundlePath, keyPath, and certificateChainPath`],
      ],
    ],
    ['PodCertificateRequest'],
  )
})

describe('iSCSI volumes', () => {
  const target = { targetPortal: '127.0.0.1', iqn: 'iqn.2015-02.example.com:test', lun: 1 }
  const volumes = (more: object, name = 'v') => [{ name, iscsi: { ...target, ...more } }]
  const at = 'spec.volumes[0].iscsi'
  const initiator = { initiatorName: 'iqn.2015-02.example.com:init' }
  const long = 'a'.repeat(52)
  tableOf(pod, [
    ['spec.volumes', volumes({}), []],
    ['spec.volumes', volumes(initiator), []],
    [
      'spec.volumes',
      volumes({ initiatorName: '2015-02.example.com:init' }),
      [
        `${at}.initiatorname: Invalid value: "2015-02.example.com:init": must be valid format starting with iqn, eui, or naa`,
      ],
    ],
    [
      'spec.volumes',
      volumes({ initiatorName: 'a-iqn.2015-02.example.com:init' }),
      [
        `${at}.initiatorname: Invalid value: "a-iqn.2015-02.example.com:init": must be valid format starting with iqn, eui, or naa`,
      ],
    ],
    [
      'spec.volumes',
      volumes({ initiatorName: 'eui.x' }),
      [`${at}.initiatorname: Invalid value: "eui.x": must be valid format`],
    ],
    ['spec.volumes', volumes({ iqn: 'naa.x' }), [`${at}.iqn: Invalid value: "naa.x": must be valid format`]],
    ['spec.volumes', volumes({ ...initiator, targetPortal: '127.0.0.1:1' }, long), []],
    [
      'spec.volumes',
      volumes({ ...initiator, targetPortal: '127.0.0.1:12' }, long),
      [
        `spec.volumes[0].name: Invalid value: "${long}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
      ],
    ],
    ['spec.volumes', volumes({ targetPortal: '127.0.0.1:12345' }, long), []],
  ])
})

describe('probes and hooks', () => {
  const probe = (httpGet: object) => ({ livenessProbe: { httpGet: { path: '/', port: 80, ...httpGet } } })
  const container = (more: object) => [{ name: 'c', image: 'x', ...more }]
  const at = 'spec.containers[0]'
  const sleep = (seconds: number) => container({ lifecycle: { preStop: { sleep: { seconds } } } })
  tableOf(pod, [
    ['spec.containers', container(probe({})), []],
    ['spec.containers', container(probe({ path: '' })), []],
    [
      'spec.containers',
      container(probe({ scheme: 'FTP' })),
      [`${at}.livenessProbe.httpGet.scheme: Unsupported value: "FTP": supported values: "HTTP", "HTTPS"`],
    ],
    [
      'spec.containers',
      container(probe({ httpHeaders: [{ name: 'X-A', value: '1' }, { value: '2' }, { name: 'a b', value: '' }] })),
      [
        `${at}.livenessProbe.httpGet.httpHeaders: Invalid value: "": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')`,
        `${at}.livenessProbe.httpGet.httpHeaders: Invalid value: "a b": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')`,
      ],
    ],
    [
      'spec.containers',
      container(probe({ port: 0 })),
      [`${at}.livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive`],
    ],
    [
      'spec.containers',
      container(probe({ port: '' })),
      [
        `${at}.livenessProbe.httpGet.port: Invalid value: "": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)`,
        `${at}.livenessProbe.httpGet.port: Invalid value: "": must contain at least one letter (a-z)`,
      ],
    ],
    ['spec.containers', sleep(30), []],
    ['spec.containers', sleep(0), []],
    [
      'spec.containers',
      sleep(31),
      [
        `${at}.lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)`,
      ],
    ],
    [
      'spec.containers',
      sleep(-1),
      [
        `${at}.lifecycle.preStop.sleep: Invalid value: -1: must be non-negative and less than terminationGracePeriodSeconds (30)`,
      ],
    ],
  ])
})

describe('claims of resources in the status of a pod', () => {
  const old = { ...pod, spec: { ...pod.spec, resourceClaims: [{ name: 'a', resourceClaimName: 'made' }] } }
  const at = 'status.nodeAllocatableResourceClaimStatuses[0]'
  const status = (more: object, others: object = {}) => ({
    nodeAllocatableResourceClaimStatuses: [{ resourceClaimName: 'made', containers: ['c'], ...more }],
    ...others,
  })
  updateTableOf({ old, subresource: 'status', features: ['DRANodeAllocatableResources'] }, [
    ['status', status({}), []],
    [
      'status',
      status({ resourceClaimName: 'other' }),
      [`${at}.resourceClaimName: Invalid value: "other": no mapping found in pod reference`],
    ],
    [
      'status',
      status({ resourceClaimName: '' }),
      [
        `${at}.resourceClaimName: Required value: must not be empty`,
        `${at}.resourceClaimName: Invalid value: "": no mapping found in pod reference`,
      ],
    ],
    ['status', status({ containers: [] }), [`${at}.containers: Required value: must not be empty`]],
    [
      'status',
      status({ resourceClaimName: 'other' }, { resourceClaimStatuses: [{ name: 'a', resourceClaimName: 'other' }] }),
      [],
    ],
  ])
})

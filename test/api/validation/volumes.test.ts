import { tableOf } from './row-tables.js'

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 't' },
  spec: { containers: [{ name: 'c', image: 'x' }] },
}

// Each row puts one value into a valid pod; its errors are those of the Go code of 1.36.
tableOf(pod, [
  [
    'spec.volumes',
    [{ name: 'A' }, { name: 'v', emptyDir: {} }, { name: 'v', emptyDir: {} }],
    [
      "spec.volumes[0].name: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      'spec.volumes[2].name: Duplicate value: "v"',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', emptyDir: {}, hostPath: { path: '/a' } }],
    ['spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type'],
  ],
  [
    'spec.volumes',
    [{ name: 'v', emptyDir: { sizeLimit: '-1' } }],
    ['spec.volumes[0].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity'],
  ],
  [
    'spec.volumes',
    [{ name: 'v', hostPath: { path: '/a/..', type: 'Pipe' } }],
    [
      'spec.volumes[0].hostPath.path: Invalid value: "/a/..": must not contain \'..\'',
      'spec.volumes[0].hostPath.type: Unsupported value: "Pipe": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', secret: { items: [{ key: '', path: '/a' }], defaultMode: 512 } }],
    [
      'spec.volumes[0].secret.secretName: Required value',
      'spec.volumes[0].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
      'spec.volumes[0].secret.items[0].key: Required value',
      'spec.volumes[0].secret.items[0].path: Invalid value: "/a": must be a relative path',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', configMap: { name: 'a', items: [{ key: 'a b', path: 'a/../b', mode: -1 }] } }],
    [
      'spec.volumes[0].configMap.items[0].path: Invalid value: "a/../b": must not contain \'..\'',
      'spec.volumes[0].configMap.items[0].mode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive',
    ],
  ],
  [
    'spec.volumes',
    [
      {
        name: 'v',
        downwardAPI: {
          items: [
            { path: '..a', fieldRef: { fieldPath: 'status.podIP' } },
            { path: 'a' },
            { path: 'b', fieldRef: { fieldPath: 'metadata.name' }, resourceFieldRef: { resource: 'limits.cpu' } },
          ],
        },
      },
    ],
    [
      'spec.volumes[0].downwardAPI.path: Invalid value: "..a": must not start with \'..\'',
      'spec.volumes[0].downwardAPI.fieldRef.fieldPath: Unsupported value: "status.podIP": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
      'spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
      'spec.volumes[0].downwardAPI: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously',
    ],
  ],
  [
    'spec.volumes',
    [
      {
        name: 'v',
        projected: {
          sources: [
            {},
            { secret: {}, configMap: { name: 'c' } },
            { serviceAccountToken: { path: '', expirationSeconds: 599 } },
          ],
        },
      },
    ],
    [
      'spec.volumes[0].projected.sources[1].secret.name: Required value',
      'spec.volumes[0].projected.sources[1]: Forbidden: may not specify more than 1 volume type per source',
      'spec.volumes[0].projected.sources[2].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
      'spec.volumes[0].projected.path: Required value',
      'spec.volumes[0].projected.sources[2].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
    ],
  ],
  [
    'spec.volumes',
    [
      {
        name: 'v',
        projected: {
          sources: [
            { clusterTrustBundle: { path: 'a' } },
            { clusterTrustBundle: { path: 'a', name: 'n', signerName: 's' } },
            { podCertificate: { signerName: 'a', keyType: 'RSA', credentialBundlePath: 'b' } },
          ],
        },
      },
    ],
    [],
  ],
  [
    'spec.volumes',
    [{ name: 'v', persistentVolumeClaim: {} }],
    ['spec.volumes[0].persistentVolumeClaim.claimName: Required value'],
  ],
  [
    'spec.volumes',
    [{ name: 'v', nfs: { path: 'a' } }],
    [
      'spec.volumes[0].nfs.server: Required value',
      'spec.volumes[0].nfs.path: Invalid value: "a": must be an absolute path',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', iscsi: { targetPortal: '', iqn: 'a', lun: 256, chapAuthSession: true } }],
    [
      'spec.volumes[0].iscsi.targetPortal: Required value',
      'spec.volumes[0].iscsi.iqn: Invalid value: "a": must be valid format starting with iqn, eui, or naa',
      'spec.volumes[0].iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive',
      'spec.volumes[0].iscsi.secretRef: Required value',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', fc: { targetWWNs: [] } }],
    ['spec.volumes[0].fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both'],
  ],
  [
    'spec.volumes',
    [{ name: 'v', csi: { driver: 'A_b', nodePublishSecretRef: {} } }],
    [
      "spec.volumes[0].csi.driver: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      'spec.volumes[0].csi.nodePublishSecretRef.name: Required value',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', gcePersistentDisk: { pdName: '', partition: 256 } }],
    [
      'spec.volumes[0].persistentDisk.pdName: Required value',
      'spec.volumes[0].persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', awsElasticBlockStore: { volumeID: '' } }],
    ['spec.volumes[0].awsElasticBlockStore.volumeID: Required value'],
  ],
  [
    'spec.volumes',
    [{ name: 'v', azureDisk: { diskName: '', diskURI: 'a', cachingMode: 'All', kind: 'Tape' } }],
    [
      'spec.volumes[0].azureDisk.diskName: Required value',
      'spec.volumes[0].azureDisk.cachingMode: Unsupported value: "All": supported values: "None", "ReadOnly", "ReadWrite"',
      'spec.volumes[0].azureDisk.kind: Unsupported value: "Tape": supported values: "Dedicated", "Managed", "Shared"',
      'spec.volumes[0].azureDisk.diskURI: Unsupported value: "a": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', azureFile: {} }],
    ['spec.volumes[0].azureFile.secretName: Required value', 'spec.volumes[0].azureFile.shareName: Required value'],
  ],
  ['spec.volumes', [{ name: 'v', cephfs: {} }], ['spec.volumes[0].cephfs.monitors: Required value']],
  ['spec.volumes', [{ name: 'v', cinder: {} }], ['spec.volumes[0].cinder.volumeID: Required value']],
  ['spec.volumes', [{ name: 'v', flexVolume: { driver: '' } }], ['spec.volumes[0].flexVolume.driver: Required value']],
  [
    'spec.volumes',
    [{ name: 'v', flocker: { datasetName: 'a/b' } }],
    ['spec.volumes[0].flocker.datasetName: Invalid value: "a/b": must not contain \'/\''],
  ],
  [
    'spec.volumes',
    [{ name: 'v', gitRepo: { directory: '../a' } }],
    [
      'spec.volumes[0].gitRepo.repository: Required value',
      'spec.volumes[0].gitRepo.directory: Invalid value: "../a": must not contain \'..\'',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', glusterfs: {} }],
    ['spec.volumes[0].glusterfs.endpoints: Required value', 'spec.volumes[0].glusterfs.path: Required value'],
  ],
  [
    'spec.volumes',
    [{ name: 'v', photonPersistentDisk: {} }],
    ['spec.volumes[0].photonPersistentDisk.pdID: Required value'],
  ],
  ['spec.volumes', [{ name: 'v', portworxVolume: {} }], ['spec.volumes[0].portworxVolume.volumeID: Required value']],
  [
    'spec.volumes',
    [{ name: 'v', quobyte: { registry: 'a,b:1' } }],
    [
      'spec.volumes[0].quobyte.registry: Invalid value: "a,b:1": must be a host:port pair or multiple pairs separated by commas',
      'spec.volumes[0].quobyte.volume: Required value',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', rbd: {} }],
    ['spec.volumes[0].rbd.monitors: Required value', 'spec.volumes[0].rbd.image: Required value'],
  ],
  [
    'spec.volumes',
    [{ name: 'v', scaleIO: {} }],
    [
      'spec.volumes[0].scaleIO.gateway: Required value',
      'spec.volumes[0].scaleIO.system: Required value',
      'spec.volumes[0].scaleIO.volumeName: Required value',
    ],
  ],
  [
    'spec.volumes',
    [{ name: 'v', storageos: { volumeNamespace: 'A' } }],
    [
      'spec.volumes[0].storageos.volumeName: Required value',
      "spec.volumes[0].storageos.volumeNamespace: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  ['spec.volumes', [{ name: 'v', vsphereVolume: {} }], ['spec.volumes[0].vsphereVolume.volumePath: Required value']],
  [
    'spec.volumes',
    [{ name: 'v', image: { pullPolicy: 'Seldom' } }],
    [
      'spec.volumes[0].image.reference: Required value',
      'spec.volumes[0].image.pullPolicy: Unsupported value: "Seldom": supported values: "Always", "IfNotPresent", "Never"',
    ],
  ],
  ['spec.volumes', [{ name: 'v', ephemeral: {} }], ['spec.volumes[0].ephemeral.volumeClaimTemplate: Required value']],
  [
    'spec.volumes',
    [
      {
        name: 'v',
        ephemeral: { volumeClaimTemplate: { metadata: { name: 'a' }, spec: { accessModes: [], resources: {} } } },
      },
    ],
    [
      'spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set',
      'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required',
      'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value',
    ],
  ],
])

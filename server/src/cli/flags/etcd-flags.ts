import type { FlagGroup } from '../flag.js'

/** Where and how objects are kept. */
export const etcdFlags: FlagGroup = {
  title: 'Etcd flags',
  flags: [
    { name: 'memory', kind: 'boolean', help: 'Keep objects in memory only: they are gone when the server ends.' },
    {
      name: 'data-dir',
      kind: 'string',
      help: 'Folder of the embedded database and of certificates that the server makes.',
      fallback: './apimachinery-server',
    },
    {
      name: 'etcd-servers',
      kind: 'strings',
      help: 'Endpoints of etcd to keep objects in, such as https://127.0.0.1:2379.',
    },
    { name: 'etcd-cafile', kind: 'string', help: 'PEM file with the authority of the endpoints.' },
    { name: 'etcd-certfile', kind: 'string', help: 'PEM file with the client certificate for etcd.' },
    { name: 'etcd-keyfile', kind: 'string', help: 'PEM file with the private key of --etcd-certfile.' },
    {
      name: 'etcd-compaction-interval',
      kind: 'duration',
      help: 'How often etcd is compacted; 0 leaves that to others.',
      fallback: '5m0s',
    },
    {
      name: 'encryption-provider-config',
      kind: 'string',
      help: 'File that says which resources are encrypted in the store, and how.',
    },
    {
      name: 'encryption-provider-config-automatic-reload',
      kind: 'boolean',
      help: 'Read the file of --encryption-provider-config again when it changes.',
      fallback: 'false',
    },
    {
      name: 'etcd-prefix',
      kind: 'string',
      help: 'Before the keys of all objects in the store.',
      fallback: '/registry',
    },
    { name: 'storage-backend', kind: 'string', help: 'etcd3: the layout of the store, whichever it is.' },
    {
      name: 'storage-media-type',
      kind: 'string',
      help: 'What built-in kinds are stored as: application/json, application/yaml, application/vnd.kubernetes.protobuf.',
      fallback: 'application/vnd.kubernetes.protobuf',
    },
    {
      name: 'watch-cache',
      kind: 'boolean',
      help: 'Keep what was read last in memory, for lists and watches; without it each goes to the store.',
      fallback: 'true',
    },
    {
      name: 'watch-cache-sizes',
      kind: 'strings',
      help: 'resource[.group]#size: 0 for resources without a watch cache; other sizes have no effect, as upstream.',
    },
    {
      name: 'delete-collection-workers',
      kind: 'integer',
      help: 'Deletions at once of one request that deletes a collection.',
      fallback: '1',
    },
    {
      name: 'enable-garbage-collector',
      kind: 'boolean',
      help: 'Set finalizers for orphans and for deletion in the foreground; to be what kube-controller-manager has.',
      fallback: 'true',
    },
    {
      name: 'lease-reuse-duration-seconds',
      kind: 'integer',
      help: 'By how much the ends of objects may differ that share a lease of the store.',
      fallback: '60',
    },
    {
      name: 'etcd-healthcheck-timeout',
      kind: 'duration',
      help: 'How long the store may take to answer a health check.',
      fallback: '2s',
    },
    {
      name: 'etcd-readycheck-timeout',
      kind: 'duration',
      help: 'How long the store may take to answer a check of readiness.',
      fallback: '2s',
    },
    {
      name: 'etcd-count-metric-poll-period',
      kind: 'duration',
      help: '0 leaves out the metrics of the number of objects; they are counted when they are read.',
      fallback: '1m0s',
    },
    {
      name: 'etcd-db-metric-poll-interval',
      kind: 'duration',
      help: '0 leaves out the metrics of the size of the store; it is asked for when they are read.',
      fallback: '30s',
    },
  ],
}

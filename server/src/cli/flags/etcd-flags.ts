import type { FlagGroup } from '../../flags/flag.js'

/** Where and how objects are kept. */
export const etcdFlags: FlagGroup = {
  title: 'Etcd flags',
  flags: [
    { name: 'memory', kind: 'boolean', help: 'Keep objects in memory only; they are lost when the server stops.' },
    {
      name: 'data-dir',
      kind: 'string',
      help: "Folder for the embedded database, and for certificates and keys that the server creates (default: apimachinery-server/PORT in the user's data folder, $XDG_DATA_HOME or ~/.local/share).",
    },
    {
      name: 'repair',
      kind: 'boolean',
      help: 'Salvage the records of a damaged embedded database that are whole, keep the damaged file beside it, and exit.',
    },
    {
      name: 'etcd-servers',
      kind: 'strings',
      help: 'Endpoints of the etcd that stores objects, such as https://127.0.0.1:2379.',
    },
    {
      name: 'etcd-servers-overrides',
      kind: 'strings',
      help: 'Other etcds for single built-in resources: group/resource#server;server, such as /events#http://etcd4:2379.',
    },
    { name: 'etcd-cafile', kind: 'string', help: 'PEM file with the certificate authority of etcd.' },
    { name: 'etcd-certfile', kind: 'string', help: 'PEM file with the client certificate for etcd.' },
    { name: 'etcd-keyfile', kind: 'string', help: 'PEM file with the private key of --etcd-certfile.' },
    {
      name: 'etcd-compaction-interval',
      kind: 'duration',
      help: 'Interval of compaction requests to etcd; 0 leaves compaction to others.',
      fallback: '5m0s',
    },
    {
      name: 'encryption-provider-config',
      kind: 'string',
      help: 'File with the EncryptionConfiguration: which resources are encrypted in the store, and how.',
    },
    {
      name: 'encryption-provider-config-automatic-reload',
      kind: 'boolean',
      help: 'Reload the file of --encryption-provider-config when it changes.',
      fallback: 'false',
    },
    {
      name: 'etcd-prefix',
      kind: 'string',
      help: 'Prefix of all keys in the store.',
      fallback: '/registry',
    },
    { name: 'storage-backend', kind: 'string', help: 'The layout of the store; only etcd3, for every store.' },
    {
      name: 'storage-media-type',
      kind: 'string',
      help: 'Media type of stored built-in kinds: application/json, application/yaml, application/vnd.kubernetes.protobuf.',
      fallback: 'application/vnd.kubernetes.protobuf',
    },
    {
      name: 'watch-cache',
      kind: 'boolean',
      help: 'Serve lists and watches from a cache in memory; without it each one reads the store.',
      fallback: 'true',
    },
    {
      name: 'watch-cache-sizes',
      kind: 'strings',
      help: 'resource[.group]#size: 0 disables the watch cache of a resource; other sizes have no effect, as upstream.',
    },
    {
      name: 'delete-collection-workers',
      kind: 'integer',
      help: 'Number of concurrent deletions in a request that deletes a collection.',
      fallback: '1',
    },
    {
      name: 'enable-garbage-collector',
      kind: 'boolean',
      help: 'Set finalizers for orphan and foreground deletion. Must match the flag of kube-controller-manager.',
      fallback: 'true',
    },
    {
      name: 'lease-reuse-duration-seconds',
      kind: 'integer',
      help: 'Objects whose expiry times differ by at most this many seconds share a lease of the store.',
      fallback: '60',
    },
    {
      name: 'etcd-healthcheck-timeout',
      kind: 'duration',
      help: 'Timeout of health checks of the store.',
      fallback: '2s',
    },
    {
      name: 'etcd-readycheck-timeout',
      kind: 'duration',
      help: 'Timeout of readiness checks of the store.',
      fallback: '2s',
    },
    {
      name: 'etcd-count-metric-poll-period',
      kind: 'duration',
      help: '0 disables the metrics of object counts; otherwise objects are counted when the metrics are read.',
      fallback: '1m0s',
    },
    {
      name: 'etcd-db-metric-poll-interval',
      kind: 'duration',
      help: '0 disables the metrics of the store size; otherwise the size is requested when the metrics are read.',
      fallback: '30s',
    },
  ],
}

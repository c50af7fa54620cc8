import type { Flag, FlagGroup } from '../flag.js'

/** Flags of both backends. */
function backendFlags(name: string, mode: string, batch: { size: string; throttle: string }): Flag[] {
  const about = `of the ${name} backend`
  return [
    {
      name: `audit-${name}-mode`,
      kind: 'string',
      help: `batch, blocking or blocking-strict: whether requests wait ${about}.`,
      fallback: mode,
    },
    {
      name: `audit-${name}-batch-buffer-size`,
      kind: 'integer',
      help: `Events that may wait, in mode batch ${about}.`,
      fallback: '10000',
    },
    {
      name: `audit-${name}-batch-max-size`,
      kind: 'integer',
      help: `Events of one batch ${about}.`,
      fallback: batch.size,
    },
    {
      name: `audit-${name}-batch-max-wait`,
      kind: 'duration',
      help: `How long an event waits for others, in mode batch ${about}.`,
      fallback: '30s',
    },
    {
      name: `audit-${name}-batch-throttle-enable`,
      kind: 'boolean',
      help: `Limit the batches a second ${about}.`,
      fallback: batch.throttle,
    },
    { name: `audit-${name}-batch-throttle-qps`, kind: 'number', help: `Batches a second ${about}.`, fallback: '10' },
    { name: `audit-${name}-batch-throttle-burst`, kind: 'integer', help: `Batches at once ${about}.`, fallback: '15' },
    {
      name: `audit-${name}-truncate-enabled`,
      kind: 'boolean',
      help: `Shorten events and divide batches ${about}.`,
      fallback: 'false',
    },
    {
      name: `audit-${name}-truncate-max-batch-size`,
      kind: 'integer',
      help: `Bytes of one batch ${about}, where shortened.`,
      fallback: '10485760',
    },
    {
      name: `audit-${name}-truncate-max-event-size`,
      kind: 'integer',
      help: `Bytes of one event ${about}, where shortened.`,
      fallback: '102400',
    },
    {
      name: `audit-${name}-version`,
      kind: 'string',
      help: `API version of the events ${about}: audit.k8s.io/v1.`,
      fallback: 'audit.k8s.io/v1',
    },
  ]
}

/** Flags of the audit log. */
export const auditFlags: FlagGroup = {
  title: 'Auditing flags',
  flags: [
    {
      name: 'audit-policy-file',
      kind: 'string',
      help: 'File with the policy: how much is kept of which requests. Without it nothing is.',
    },
    { name: 'audit-log-path', kind: 'string', help: "File that events are written to; '-' for standard output." },
    { name: 'audit-log-format', kind: 'string', help: 'Format of the file: json.', fallback: 'json' },
    { name: 'audit-log-maxage', kind: 'integer', help: 'Days that old files stay.', fallback: '366' },
    { name: 'audit-log-maxbackup', kind: 'integer', help: 'How many old files stay.', fallback: '100' },
    {
      name: 'audit-log-maxsize',
      kind: 'integer',
      help: 'Megabytes of a file before another one is begun.',
      fallback: '100',
    },
    { name: 'audit-log-compress', kind: 'boolean', help: 'Compress old files with gzip.', fallback: 'false' },
    ...backendFlags('log', 'blocking', { size: '1', throttle: 'false' }),
    { name: 'audit-webhook-config-file', kind: 'string', help: 'kubeconfig of the server that events are sent to.' },
    {
      name: 'audit-webhook-initial-backoff',
      kind: 'duration',
      help: 'Time before a failed call is made again.',
      fallback: '10s',
    },
    ...backendFlags('webhook', 'batch', { size: '400', throttle: 'true' }),
  ],
}

import type { Flag, FlagGroup } from '../../flags/flag.js'

/** Flags of both backends. */
function backendFlags(name: string, mode: string, batch: { size: string; throttle: string }): Flag[] {
  const about = `of the ${name} backend`
  return [
    {
      name: `audit-${name}-mode`,
      kind: 'string',
      help: `Whether requests wait for events to be written (${name} backend): batch, blocking or blocking-strict.`,
      fallback: mode,
    },
    {
      name: `audit-${name}-batch-buffer-size`,
      kind: 'integer',
      help: `Maximum number of buffered events in mode batch, ${about}.`,
      fallback: '10000',
    },
    {
      name: `audit-${name}-batch-max-size`,
      kind: 'integer',
      help: `Maximum number of events per batch ${about}.`,
      fallback: batch.size,
    },
    {
      name: `audit-${name}-batch-max-wait`,
      kind: 'duration',
      help: `Maximum time before an incomplete batch is written, ${about}.`,
      fallback: '30s',
    },
    {
      name: `audit-${name}-batch-throttle-enable`,
      kind: 'boolean',
      help: `Limit the rate of batches ${about}.`,
      fallback: batch.throttle,
    },
    {
      name: `audit-${name}-batch-throttle-qps`,
      kind: 'number',
      help: `Maximum number of batches per second ${about}.`,
      fallback: '10',
    },
    {
      name: `audit-${name}-batch-throttle-burst`,
      kind: 'integer',
      help: `Maximum burst of batches ${about}.`,
      fallback: '15',
    },
    {
      name: `audit-${name}-truncate-enabled`,
      kind: 'boolean',
      help: `Truncate large events and split large batches ${about}.`,
      fallback: 'false',
    },
    {
      name: `audit-${name}-truncate-max-batch-size`,
      kind: 'integer',
      help: `Maximum batch size in bytes ${about}, with truncation.`,
      fallback: '10485760',
    },
    {
      name: `audit-${name}-truncate-max-event-size`,
      kind: 'integer',
      help: `Maximum event size in bytes ${about}, with truncation.`,
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
      help: 'File with the audit policy; without it no events are recorded.',
    },
    { name: 'audit-log-path', kind: 'string', help: "File for audit events; '-' for standard output." },
    { name: 'audit-log-format', kind: 'string', help: 'Format of the log: json.', fallback: 'json' },
    { name: 'audit-log-maxage', kind: 'integer', help: 'Maximum age of rotated files, in days.', fallback: '366' },
    { name: 'audit-log-maxbackup', kind: 'integer', help: 'Maximum number of rotated files.', fallback: '100' },
    {
      name: 'audit-log-maxsize',
      kind: 'integer',
      help: 'Maximum size of the file before it is rotated, in megabytes.',
      fallback: '100',
    },
    { name: 'audit-log-compress', kind: 'boolean', help: 'Compress rotated files with gzip.', fallback: 'false' },
    ...backendFlags('log', 'blocking', { size: '1', throttle: 'false' }),
    { name: 'audit-webhook-config-file', kind: 'string', help: 'kubeconfig of the audit webhook.' },
    {
      name: 'audit-webhook-initial-backoff',
      kind: 'duration',
      help: 'Delay before the first retry of a failed request.',
      fallback: '10s',
    },
    ...backendFlags('webhook', 'batch', { size: '400', throttle: 'true' }),
  ],
}

import { readFileSync } from 'node:fs'
import { systemClock } from 'apimachinery/wait'
import { type AuditBackend, type AuditMode, type OnAuditError, unionBackend } from '../../audit/audit-backend.js'
import { BufferedBackend } from '../../audit/buffered-backend.js'
import { type LineWriter, logBackend } from '../../audit/log-backend.js'
import { parseAuditPolicy } from '../../audit/read-audit-policy.js'
import { RotatingFile } from '../../audit/rotating-file.js'
import { truncatingBackend } from '../../audit/truncating-backend.js'
import { webhookBackend } from '../../audit/webhook-backend.js'
import type { FlagValues } from '../../flags/flag-values.js'
import { type Webhook, webhookFromKubeConfig } from '../../internal/webhook/webhook.js'
import type { AuditOptions } from '../../server/server-options.js'

/** What the command writes lines to, where the log is standard output. */
type WriteText = (text: string) => void

const megabyte = 1024 * 1024
const day = 24 * 60 * 60 * 1000

/** Auditing by flags; `undefined` where there is no policy, or nowhere to write to. Throws `UsageError`, and what files throw. */
export async function auditOptions(flags: FlagValues, out: WriteText): Promise<AuditOptions | undefined> {
  const [policyFile, logPath, config] = ['policy-file', 'log-path', 'webhook-config-file'].map((name) =>
    flags.text(`audit-${name}`),
  )
  if (policyFile === undefined || (logPath === undefined && config === undefined)) return undefined
  const policy = parseAuditPolicy(readFileSync(policyFile, 'utf8'))
  const initial = flags.milliseconds('audit-webhook-initial-backoff') ?? 10_000
  // Every failed batch is sent again, as upstream.
  const retries = { initial, shouldRetry: () => true, clock: systemClock, random: Math.random }
  const webhook = config && (await webhookFromKubeConfig(config, retries))
  return {
    policy,
    newBackend: (onError) => {
      const backends: AuditBackend[] = []
      if (logPath !== undefined) backends.push(logOf(flags, lineWriter(flags, logPath, { out, onError }), onError))
      if (webhook) backends.push(webhookOf(flags, webhook, onError))
      return unionBackend(...backends)
    },
  }
}

function lineWriter(
  flags: FlagValues,
  path: string,
  { out, onError }: { readonly out: WriteText; readonly onError: OnAuditError },
): LineWriter {
  if (path === '-') return { write: out, close: async () => {} }
  return new RotatingFile({
    path,
    maxSize: (flags.number('audit-log-maxsize') ?? 100) * megabyte,
    maxAge: (flags.number('audit-log-maxage') ?? 366) * day,
    maxBackups: flags.number('audit-log-maxbackup') ?? 100,
    compress: flags.boolean('audit-log-compress') ?? false,
    clock: systemClock,
    onError: (error) => onError('log', error, 0),
  })
}

function logOf(flags: FlagValues, writer: LineWriter, onError: OnAuditError): AuditBackend {
  const mode = (flags.text('audit-log-mode') ?? 'blocking') as AuditMode
  const backend = logBackend(writer, mode === 'blocking-strict', onError)
  return around(backend, flags, { name: 'log', mode, batchSize: 1, throttle: false, onError })
}

function webhookOf(flags: FlagValues, webhook: Webhook, onError: OnAuditError): AuditBackend {
  const mode = (flags.text('audit-webhook-mode') ?? 'batch') as AuditMode
  const backend = webhookBackend(webhook, mode === 'blocking-strict', onError)
  return around(backend, flags, { name: 'webhook', mode, batchSize: 400, throttle: true, onError })
}

interface Wrapping {
  readonly name: string
  readonly mode: AuditMode
  readonly batchSize: number
  readonly throttle: boolean
  readonly onError: OnAuditError
}

/** Batching outside, so that no request waits; truncation inside. */
function around(backend: AuditBackend, flags: FlagValues, wrapping: Wrapping): AuditBackend {
  const { name, mode, onError } = wrapping
  const number = (flag: string, fallback: number): number => flags.number(`audit-${name}-${flag}`) ?? fallback
  let inner = backend
  if (flags.boolean(`audit-${name}-truncate-enabled`) === true) {
    const maxEventSize = number('truncate-max-event-size', 100 * 1024)
    inner = truncatingBackend(
      inner,
      { maxEventSize, maxBatchSize: number('truncate-max-batch-size', 10 * megabyte) },
      onError,
    )
  }
  if (mode !== 'batch') return inner
  const throttled = flags.boolean(`audit-${name}-batch-throttle-enable`) ?? wrapping.throttle
  return new BufferedBackend(inner, {
    name,
    clock: systemClock,
    onError,
    bufferSize: number('batch-buffer-size', 10_000),
    maxBatchSize: number('batch-max-size', wrapping.batchSize),
    maxBatchWait: flags.milliseconds(`audit-${name}-batch-max-wait`) ?? 30_000,
    ...(throttled && {
      throttle: { qps: number('batch-throttle-qps', 10), burst: number('batch-throttle-burst', 15) },
    }),
  })
}

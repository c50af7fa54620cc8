import type { FlagValues } from '../../flags/flag-values.js'

const modes = ['batch', 'blocking', 'blocking-strict']

interface Backend {
  readonly name: 'log' | 'webhook'
  readonly mode: string
  readonly batchSize: number
  readonly throttle: boolean
}

/** Only backends that are used are looked at. Source: `AuditOptions.Validate` of k8s.io/apiserver/pkg/server/options. */
export function auditProblems(flags: FlagValues): string[] {
  return [...logProblems(flags), ...webhookProblems(flags)]
}

function logProblems(flags: FlagValues): string[] {
  if (flags.text('audit-log-path') === undefined) return []
  const format = flags.text('audit-log-format') ?? 'json'
  return [
    ...backendProblems(flags, { name: 'log', mode: 'blocking', batchSize: 1, throttle: false }),
    ...(format === 'json' ? [] : [`invalid audit log format ${format}, allowed formats are "json"`]),
    ...['maxage', 'maxbackup', 'maxsize'].flatMap((name) => {
      const value = flags.number(`audit-log-${name}`) ?? 0
      return value < 0 ? [`--audit-log-${name} ${value} can't be a negative number`] : []
    }),
  ]
}

function webhookProblems(flags: FlagValues): string[] {
  if (flags.text('audit-webhook-config-file') === undefined) return []
  return backendProblems(flags, { name: 'webhook', mode: 'batch', batchSize: 400, throttle: true })
}

function backendProblems(flags: FlagValues, backend: Backend): string[] {
  const { name } = backend
  const batch = batchProblem(flags, backend)
  const truncation = truncationProblem(flags, name)
  const version = flags.text(`audit-${name}-version`) ?? 'audit.k8s.io/v1'
  return [
    ...(batch === undefined ? [] : [batch]),
    ...(truncation === undefined ? [] : [truncation]),
    ...(version === 'audit.k8s.io/v1' ? [] : ['invalid group version, allowed versions are [{"audit.k8s.io" "v1"}]']),
  ]
}

/** The first thing that is wrong. */
function batchProblem(flags: FlagValues, { name, mode: usual, batchSize, throttle }: Backend): string | undefined {
  const mode = flags.text(`audit-${name}-mode`) ?? usual
  if (!modes.includes(mode)) return `invalid audit ${name} mode ${mode}, allowed modes are "${modes.join(',')}"`
  if (mode !== 'batch') return undefined
  const throttled = flags.boolean(`audit-${name}-batch-throttle-enable`) ?? throttle
  const limits: readonly (readonly [what: string, flag: string, usual: number])[] = [
    ['buffer size', 'buffer-size', 10_000],
    ['max batch size', 'max-size', batchSize],
    ...(throttled
      ? ([
          ['throttle QPS', 'throttle-qps', 10],
          ['throttle burst', 'throttle-burst', 15],
        ] as const)
      : []),
  ]
  for (const [what, flag, fallback] of limits) {
    const value = flags.number(`audit-${name}-batch-${flag}`) ?? fallback
    if (value <= 0) return `invalid audit batch ${name} ${what} ${value}, must be a positive number`
  }
  return undefined
}

function truncationProblem(flags: FlagValues, name: string): string | undefined {
  const event = flags.number(`audit-${name}-truncate-max-event-size`) ?? 102_400
  const batch = flags.number(`audit-${name}-truncate-max-batch-size`) ?? 10_485_760
  if (event <= 0) return `invalid audit truncate ${name} max event size ${event}, must be a positive number`
  if (batch >= event) return undefined
  return `invalid audit truncate ${name} max batch size ${batch}, must be greater than max event size (${event})`
}

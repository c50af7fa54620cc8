import { type Instant, parseTime } from 'apimachinery/scalar'
import type { LogStream } from './log-line.js'

/** What a client wants of a log. */
export interface LogOptions {
  readonly follow: boolean
  readonly previous: boolean
  readonly timestamps: boolean
  /** How many of the last lines; all of them where absent. */
  readonly tailLines: number | undefined
  readonly limitBytes: number | undefined
  /** No line from before. */
  readonly since: Instant | undefined
  /** Both where absent. */
  readonly stream: LogStream | undefined
}

/**
 * The options in the query of a kubelet. Source: `getContainerLogs` of pkg/kubelet/server.
 *
 * @throws Error for what cannot be read
 */
export function readLogOptions(query: URLSearchParams, now: number): LogOptions {
  const tail = query.get('tail') ?? ''
  const lines = tail === '' || tail === 'all' ? undefined : tail
  const seconds = integer(query.get('sinceSeconds'))
  const since = [
    ...(seconds === undefined ? [] : [instantOf(now - seconds * 1000)]),
    ...(query.get('sinceTime') ? [parseTime(query.get('sinceTime')!)] : []),
  ]
  return {
    follow: boolean(query.get('follow')),
    previous: boolean(query.get('previous')),
    timestamps: boolean(query.get('timestamps')),
    tailLines: integer(tail === 'all' ? null : (lines ?? query.get('tailLines'))),
    limitBytes: integer(query.get('limitBytes')),
    since: since.reduce<Instant | undefined>((a, b) => (a === undefined || isBefore(a, b) ? b : a), undefined),
    stream: streamOf(query.get('stream')),
  }
}

/** Reports whether one moment is before another. */
export function isBefore(a: Instant, b: Instant): boolean {
  return a.seconds < b.seconds || (a.seconds === b.seconds && a.nanos < b.nanos)
}

function instantOf(milliseconds: number): Instant {
  const seconds = Math.floor(milliseconds / 1000)
  return { seconds, nanos: (milliseconds - seconds * 1000) * 1e6 }
}

/** Source: `Convert_Slice_string_To_bool` of k8s.io/apimachinery. */
function boolean(text: string | null): boolean {
  return text !== null && text !== '' && text !== '0' && text.toLowerCase() !== 'false'
}

function integer(text: string | null): number | undefined {
  if (text === null) return undefined
  if (!/^[+-]?\d+$/.test(text)) throw new Error(`${JSON.stringify(text)} is no number`)
  return Number(text)
}

function streamOf(text: string | null): LogStream | undefined {
  if (text === null || text === 'All') return undefined
  if (text === 'Stdout') return 'stdout'
  if (text === 'Stderr') return 'stderr'
  throw new Error(`invalid stream type ${JSON.stringify(text)}`)
}

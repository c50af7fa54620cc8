import { isMachineryError } from 'apimachinery/errors'

/** How bad a message is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** How lines look: those of klog, or JSON. */
export type LogFormat = 'text' | 'json'

/** One message. A fact of the name `error` is written as `err`. */
export interface LogEntry {
  readonly level: LogLevel
  readonly time: Date
  readonly pid: number
  readonly facts: object
  readonly message: string
  /** The verbosity that shows messages of the level `debug`. */
  readonly verbosity: number
  /** Writes where unexpected errors come from, on lines of their own. Default false. */
  readonly stacks?: boolean | undefined
}

const letters = { debug: 'I', info: 'I', warn: 'W', error: 'E' } as const
const deepestCause = 10

/** The line of a message, without its end: `I1122 15:04:05.000000    1234] "HTTP" verb="GET"`, or JSON. */
export function logLine(format: LogFormat, entry: LogEntry): string {
  return format === 'json' ? jsonLine(entry) : textLine(entry)
}

/** `W1122 15:04:05.000000    1234] ` as klog begins its lines, in UTC. */
export function lineHead({ level, time, pid }: Pick<LogEntry, 'level' | 'time' | 'pid'>): string {
  const [, date = '', clock = ''] = /^\d+-(\d+-\d+)T([\d:.]+)Z$/.exec(time.toISOString()) ?? []
  return `${letters[level]}${date.replace('-', '')} ${clock}000 ${String(pid).padStart(7)}]`
}

function jsonLine({ level, time, facts, message, verbosity, stacks }: LogEntry): string {
  const { error, ...rest }: { readonly error?: unknown } = facts
  const stack = stacks === true ? stackOf(error) : undefined
  return JSON.stringify({
    ts: time.getTime(),
    ...(level === 'error' ? {} : { v: level === 'debug' ? verbosity : 0 }),
    msg: message,
    ...rest,
    ...(error !== undefined && { err: logValueText(error) }),
    ...(stack !== undefined && { stacktrace: stack }),
  })
}

function textLine(entry: LogEntry): string {
  const { facts, message, stacks } = entry
  const pairs = Object.entries(facts).map(
    ([name, value]) => ` ${name === 'error' ? 'err' : quotedIfNeeded(name)}=${printed(value)}`,
  )
  const stack = stacks === true ? stackOf((facts as { readonly error?: unknown }).error) : undefined
  return `${lineHead(entry)} ${JSON.stringify(message)}${pairs.join('')}${stack === undefined ? '' : `\n${stack}`}`
}

function quotedIfNeeded(name: string): string {
  return /\s/.test(name) ? JSON.stringify(name) : name
}

function printed(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(logValueText(value))
}

function logValueText(value: unknown): string {
  if (value instanceof Error) return messageWithCauses(value)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}

/** The message of an error with those of its causes, each once. */
export function messageWithCauses(error: unknown): string {
  let text = error instanceof Error ? error.message || error.name : String(error)
  let cause = error instanceof Error ? error.cause : undefined
  for (let depth = 0; cause instanceof Error && depth < deepestCause; cause = cause.cause, depth++) {
    if (!text.includes(cause.message)) text += `: ${cause.message}`
  }
  return text
}

/** Where an error comes from. Those that are thrown on purpose say in their message what is wrong. */
function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || isMachineryError(error)) return undefined
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return frames.length === 0 ? undefined : frames.join('\n')
}

import type { Logger } from '../server/logger.js'
import { UsageError } from './flag.js'
import type { FlagValues } from './flag-values.js'

/** How the command logs. */
export interface TextLoggerOptions {
  /** As of `--v`: requests are written from 3 on. */
  readonly verbosity: number
  readonly format: 'text' | 'json'
  readonly write: (line: string) => void
  /** Receives messages that are not errors, instead of `write`. */
  readonly writeInfo?: (line: string) => void
  readonly now: () => Date
  readonly pid: number
}

const requestVerbosity = 3
const letters = { debug: 'I', info: 'I', warn: 'W', error: 'E' } as const
type Level = keyof typeof letters

/** Where lines go to: `out` is standard output. */
export interface LogOutput {
  readonly out: (line: string) => void
  readonly error: (line: string) => void
}

/** The logger for `--v` and `--logging-format`. Throws `UsageError` for another format. */
export function loggerOf(flags: FlagValues, { out, error }: LogOutput): Logger {
  const format = flags.text('logging-format') ?? 'text'
  if (format !== 'text' && format !== 'json') {
    throw new UsageError(`--logging-format: unsupported format ${JSON.stringify(format)}: must be text or json`)
  }
  const verbosity = flags.number('v') ?? 0
  const splits = flags.boolean(`log-${format}-split-stream`) === true
  const write = { write: error, ...(splits && { writeInfo: out }) }
  return textLogger({ format, verbosity, ...write, now: () => new Date(), pid: process.pid })
}

/** Writes lines as components of Kubernetes do: `I1122 15:04:05.000000    1234] "HTTP" verb="GET"`, or JSON. */
export function textLogger({ verbosity, format, write, writeInfo = write, now, pid }: TextLoggerOptions): Logger {
  const log = (level: Level) => (facts: object, message: string) => {
    if (level === 'debug' && verbosity < requestVerbosity) return
    const writeLine = level === 'error' ? write : writeInfo
    writeLine(format === 'json' ? jsonLine(level, facts, message) : textLine(level, facts, message))
  }
  const jsonLine = (level: Level, facts: object, message: string): string => {
    const { error, ...rest } = facts as { readonly error?: unknown }
    const entry = {
      ts: now().getTime(),
      ...(level === 'error' ? {} : { v: level === 'debug' ? requestVerbosity : 0 }),
      msg: message,
      ...rest,
      ...(error !== undefined && { err: textOf(error) }),
    }
    return `${JSON.stringify(entry)}\n`
  }
  const textLine = (level: Level, facts: object, message: string): string => {
    const [, date = '', time = ''] = /^\d+-(\d+-\d+)T([\d:.]+)Z$/.exec(now().toISOString()) ?? []
    const head = `${letters[level]}${date.replace('-', '')} ${time}000 ${String(pid).padStart(7)}]`
    const pairs = Object.entries(facts).map(([name, value]) => {
      return ` ${name === 'error' ? 'err' : name}=${printed(name, value)}`
    })
    return `${head} ${JSON.stringify(message)}${pairs.join('')}\n`
  }
  return {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    isLevelEnabled: (level) => level !== 'debug' || verbosity >= requestVerbosity,
  }
}

function printed(name: string, value: unknown): string {
  if (name === 'latency') return `"${Number(value).toFixed(3)}ms"`
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(textOf(value))
}

function textOf(value: unknown): string {
  if (value instanceof Error) return value.message
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}

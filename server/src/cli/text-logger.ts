import { type LogLevel, logLine } from '@apimachinery/client/logging'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { UsageError } from '../flags/flag.js'
import type { FlagValues } from '../flags/flag-values.js'
import type { Logger } from '../server/logger.js'

/** How the command logs. */
export interface TextLoggerOptions {
  /** As of `--v`: requests are written from 3 on. */
  readonly verbosity: number
  readonly format: 'text' | 'json'
  readonly write: (line: string) => void
  /** Receives messages that are not errors, instead of `write`. */
  readonly writeInfo?: ((line: string) => void) | undefined
  readonly clock: PassiveClock
  readonly pid: number
}

const requestVerbosity = 3

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
  return textLogger({ format, verbosity, ...write, clock: systemClock, pid: process.pid })
}

/** Writes lines as components of Kubernetes do: `I1122 15:04:05.000000    1234] "HTTP" verb="GET"`, or JSON. */
export function textLogger({ verbosity, format, write, writeInfo = write, clock, pid }: TextLoggerOptions): Logger {
  const log = (level: LogLevel) => (facts: object, message: string) => {
    if (level === 'debug' && verbosity < requestVerbosity) return
    const writeLine = level === 'error' ? write : writeInfo
    const written = format === 'json' ? facts : withUnits(facts)
    writeLine(
      `${logLine(format, { level, time: new Date(clock.now()), pid, facts: written, message, verbosity: requestVerbosity })}\n`,
    )
  }
  return {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    isLevelEnabled: (level) => level !== 'debug' || verbosity >= requestVerbosity,
  }
}

/** Durations as Go prints them. */
function withUnits(facts: object): object {
  const { latency }: { readonly latency?: unknown } = facts
  return latency === undefined ? facts : { ...facts, latency: `${Number(latency).toFixed(3)}ms` }
}

import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { type LogFormat, type LogLevel, logLine } from './log-line.js'
import type { Logger } from './logger.js'
import { processId, writeStandardError } from './standard-error.js'

/** How a {@link lineLogger} writes. */
export interface LineLoggerOptions {
  /** Lines as klog writes them, or JSON. Default `text`. */
  readonly format?: LogFormat | undefined
  /** The least level that is written. Default `info`. */
  readonly level?: LogLevel | undefined
  /** Receives each message without its line end. Default: standard error. */
  readonly write?: ((line: string) => void) | undefined
  /** Default: {@link systemClock}. */
  readonly clock?: PassiveClock | undefined
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
/** Of messages of the level `debug`. */
const debugVerbosity = 4

/** Writes messages as components of Kubernetes do. Errors that nobody threw on purpose are followed by their stack. */
export function lineLogger(options: LineLoggerOptions = {}): Logger {
  const { format = 'text', level: least = 'info', write = writeStandardError, clock = systemClock } = options
  const isLevelEnabled = (level: string): boolean => order.indexOf(level as LogLevel) >= order.indexOf(least)
  const at = (level: LogLevel) => (facts: object, message: string) => {
    if (!isLevelEnabled(level)) return
    const entry = { level, time: new Date(clock.now()), pid: processId(), facts, message }
    write(logLine(format, { ...entry, verbosity: debugVerbosity, stacks: true }))
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), isLevelEnabled }
}

import { LRUCache } from 'apimachinery/collections'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { lineHead } from '../logging/log-line.js'
import { processId, writeStandardError } from '../logging/standard-error.js'

/** A header `Warning` of code 299: a message of the server for the user. */
export interface Warning {
  readonly code: number
  readonly agent: string
  readonly text: string
}

/** Called with warnings. */
export type WarningHandler = (warning: Warning) => void

/** How a {@link warningLogger} writes. */
export interface WarningLoggerOptions {
  /** Receives each line without its end. Default: standard error. */
  readonly write?: ((line: string) => void) | undefined
  /** Default: {@link systemClock}. */
  readonly clock?: PassiveClock | undefined
}

/** Writes each warning as client-go does: `W1122 15:04:05.000000    1234] unknown field "spec.foo"`. */
export function warningLogger({
  write = writeStandardError,
  clock = systemClock,
}: WarningLoggerOptions = {}): WarningHandler {
  return ({ text }) => write(`${lineHead({ level: 'warn', time: new Date(clock.now()), pid: processId() })} ${text}`)
}

/** Passes each text to `handler` once, for the last `remember` texts. */
export function deduplicatedWarnings(handler: WarningHandler, remember = 1000): WarningHandler {
  const seen = new LRUCache<string, true>({ capacity: remember })
  return (warning) => {
    if (seen.get(warning.text)) return
    seen.set(warning.text, true)
    handler(warning)
  }
}

/** Reads a header `Warning`, which may hold several, joined by commas. What is malformed ends the reading, as in Go. */
export function parseWarnings(header: string | readonly string[] | undefined): Warning[] {
  if (header === undefined) return []
  if (typeof header !== 'string') return header.flatMap(parseWarnings)
  const warnings: Warning[] = []
  const pattern = /\s*(\d{3}) ([^\s,"]+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(,|$)/y
  while (pattern.lastIndex < header.length) {
    const match = pattern.exec(header)
    if (match === null) break
    const [, code, agent = '', text = ''] = match
    warnings.push({ code: Number(code), agent, text: text.replace(/\\(.)/g, '$1') })
  }
  return warnings
}

/** Where a server writes what happens; `pino` and `console` fit. Nothing is logged without one. */
export interface Logger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
  /** Absent: everything is written. Requests are written at `debug`, and cost nothing where that is off. */
  isLevelEnabled?(level: string): boolean
}

/** Writes nothing. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  isLevelEnabled: () => false,
}

/** Where messages are written: facts first, then the message. The loggers of `pino` have this shape. */
export interface Logger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
  /** Absent: everything is written. */
  isLevelEnabled?(level: string): boolean
}

/** Writes nothing. */
export const silentLogger: Logger = /* @__PURE__ */ Object.freeze({
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  isLevelEnabled: () => false,
})

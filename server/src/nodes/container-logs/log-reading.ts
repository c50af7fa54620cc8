import type { Clock } from 'apimachinery/wait'

/** How a log is read. */
export interface LogReading {
  /** How many of the last lines; all of them where absent. */
  readonly tailLines: number | undefined
  /** Set: what is added is read as well, until this is aborted or, after {@link LogReading.ended}, there is nothing more. */
  readonly follow: boolean
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal
  /** Aborted when nothing is added any more. */
  readonly ended: AbortSignal
  /** Measures pauses between looks at a file. */
  readonly pace: Clock
}

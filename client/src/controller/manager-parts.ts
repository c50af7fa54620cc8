import { MachineryError } from 'apimachinery/errors'
import type { ManagerRun } from './manager-run.js'

/** Something that a manager runs. */
export interface ManagerPart {
  /** Run on the leader only. */
  readonly needsLeader: boolean
  launch(run: ManagerRun): void
  /** Does what may be done before the manager leads. */
  warmUp?(run: ManagerRun): void
}

/**
 * The runnables of a manager: those added before the start begin with it, later ones at once, or when the manager becomes
 * leader.
 */
export class ManagerParts {
  readonly #parts: ManagerPart[] = []
  readonly #warmUp: boolean
  #run: ManagerRun | undefined
  #leads = false

  /** @param warmUp - whether parts that need a leader are warmed up before. */
  constructor(warmUp: boolean) {
    this.#warmUp = warmUp
  }

  /** @throws MachineryError `Stopped` when the manager is ending */
  add(part: ManagerPart): void {
    this.checkNotStopping()
    this.#parts.push(part)
    if (this.#run !== undefined) this.#begin(part, this.#run)
  }

  /** @throws MachineryError `Stopped` when the manager is ending */
  checkNotStopping(): void {
    if (this.#run?.stopping.aborted !== true) return
    throw new MachineryError('Stopped', "can't accept new runnable as stop procedure is already engaged")
  }

  /** The caches are filled: what needs no leader begins. */
  begin(run: ManagerRun): void {
    this.#run = run
    for (const part of this.#parts) this.#begin(part, run)
  }

  /** The manager leads: the rest begins. */
  lead(run: ManagerRun): void {
    this.#leads = true
    for (const part of this.#parts) if (part.needsLeader) part.launch(run)
  }

  #begin(part: ManagerPart, run: ManagerRun): void {
    if (!part.needsLeader || this.#leads) part.launch(run)
    else if (this.#warmUp) part.warmUp?.(run)
  }
}

import { setImmediate } from 'node:timers/promises'
import { objectKey } from '@apimachinery/client/cache'
import { WorkQueue } from '@apimachinery/client/queue'
import {
  isConflict,
  isNotFound,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
} from 'apimachinery/errors'
import { getResourceVersion, type KubernetesObject } from 'apimachinery/runtime'
import type { Clock, Timer } from 'apimachinery/wait'
import { chooseStage, delayOf } from '../stages/choose-stage.js'
import { jsonOfObject } from '../stages/json-of-object.js'
import { playSteps, StepFailure } from '../stages/play-steps.js'
import type { Stage, StageMoment } from '../stages/stage.js'
import type { TemplateFunctions } from '../template/template-function.js'
import type { StageTarget } from './stage-target.js'

/** How a {@link StagePlayer} works. */
export interface StagePlayerOptions {
  /** Of one kind. */
  readonly stages: readonly Stage[]
  /** The time of the cluster, by which delays are measured. */
  readonly clock: Clock
  /** Measures the pauses before something is tried again. */
  readonly pace: Clock
  readonly random: () => number
  readonly functions: TemplateFunctions
  readonly target: (object: KubernetesObject) => StageTarget
  /** Called for stages that fail. */
  readonly onError: (error: unknown) => void
  /** Stages that are played at once. */
  readonly workers: number
}

/** A stage that is to be played for an object. */
interface Job {
  readonly object: KubernetesObject
  readonly stage: Stage
  /** By the monotonic clock of the cluster. */
  readonly due: number
  readonly retries: number
  /** The step to start from. */
  readonly step: number
}

/** The longest pause before a stage is tried again, in milliseconds. */
const longestPause = 32 * 60_000

/** Chooses the next stage of each object that it is shown, and plays it when its time has come. Source: pkg/kwok/controllers of kwok. */
export class StagePlayer {
  readonly #options: StagePlayerOptions
  readonly #jobs = new Map<string, Job>()
  readonly #queue: WorkQueue<string>
  readonly #retries = new Set<Timer>()
  #workers: readonly Promise<void>[] = []

  constructor(options: StagePlayerOptions) {
    this.#options = options
    this.#queue = new WorkQueue({ clock: options.clock })
  }

  start(): void {
    this.#workers = Array.from({ length: this.#options.workers }, () => this.#work())
  }

  async stop(): Promise<void> {
    for (const timer of this.#retries) timer.stop()
    this.#retries.clear()
    this.#queue.shutDown()
    await Promise.all(this.#workers)
  }

  /** How many stages wait for their time. */
  get waiting(): number {
    return this.#jobs.size
  }

  /** Shows the current state of an object. */
  observe(object: KubernetesObject): void {
    const key = objectKey(object)
    const known = this.#jobs.get(key)
    if (known !== undefined && getResourceVersion(known.object) === getResourceVersion(object)) return
    const { stages, clock, random } = this.#options
    const moment: StageMoment = { now: clock.now(), random }
    try {
      const json = jsonOfObject(object)
      const stage = chooseStage(stages, json, moment)
      // What waits was chosen for an older state, but kwok plays it, too.
      if (stage === undefined) return
      const delay = Math.max(0, delayOf(stage, json, moment))
      this.#add(key, { object, stage, due: clock.monotonic() + delay, retries: 0, step: 0 })
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** The object is gone, or not to be changed any more. */
  forget(key: string): void {
    this.#jobs.delete(key)
  }

  #add(key: string, job: Job): void {
    this.#jobs.set(key, job)
    const delay = job.due - this.#options.clock.monotonic()
    if (delay > 0) this.#queue.addAfter(key, delay)
    else this.#queue.add(key)
  }

  async #work(): Promise<void> {
    for (let work = await this.#queue.get(); work !== undefined; work = await this.#queue.get()) {
      const key = work.item
      // Requests of the same process need no turn of the event loop: sockets would have to wait.
      await setImmediate()
      const job = this.#jobs.get(key)
      if (job !== undefined && !this.#queue.shuttingDown) await this.#workOn(key, job)
      this.#queue.done(key)
    }
  }

  async #workOn(key: string, job: Job): Promise<void> {
    const left = job.due - this.#options.clock.monotonic()
    if (left > 0) {
      // The key waited for an earlier time of a stage that does not count any more.
      this.#queue.addAfter(key, left)
      return
    }
    this.#jobs.delete(key)
    await this.#play(key, job)
  }

  async #play(key: string, job: Job): Promise<void> {
    const { object, stage, step } = job
    const target = this.#options.target(object)
    const { functions } = this.#options
    try {
      await playSteps({ object: jsonOfObject(object), steps: stage.steps, from: step, functions }, target)
      if (stage.isImmediate && target.result !== undefined) this.observe(target.result)
    } catch (error) {
      this.#failed(key, job, error)
    }
  }

  /** What may pass is tried again; an object that is gone or has changed needs nothing. */
  #failed(key: string, job: Job, failure: unknown): void {
    const error = failure instanceof StepFailure ? failure.cause : failure
    if (isNotFound(error) || isConflict(error)) return
    this.#options.onError(error)
    if (!(failure instanceof StepFailure) || !isPassing(error)) return
    const pause = Math.min(1000 * 2 ** job.retries, longestPause) * (1 + 0.2 * this.#options.random())
    const again = { ...job, due: this.#options.clock.monotonic(), retries: job.retries + 1, step: failure.index }
    const timer = this.#options.pace.setTimer(() => {
      this.#retries.delete(timer)
      if (!this.#jobs.has(key)) this.#add(key, again)
    }, pause)
    this.#retries.add(timer)
  }
}

function isPassing(error: unknown): boolean {
  return isServerTimeout(error) || isTimeout(error) || isServiceUnavailable(error) || isTooManyRequests(error)
}

import { Session } from 'node:inspector/promises'
import { getHeapStatistics } from 'node:v8'
import type { Clock, Timer } from 'apimachinery/wait'

/** What the process takes. */
export interface ProcessUsage {
  /** CPU time so far, in milliseconds. */
  readonly cpu: number
  /** Resident memory, in bytes. */
  readonly resident: number
  /** Size of the heap, in bytes. */
  readonly heap: number
}

/** The process, as {@link IdleMemory} sees it. */
export interface IdleProcess {
  usage(): ProcessUsage
  /** Collects all garbage, and returns free memory to the system. */
  collect(): Promise<void>
}

const interval = 2000
/** Less than this share of a core is idle. */
const idleShare = 0.05
/** A collection is due when the process has grown by so much since the last one. */
const growth = 16 * 1024 * 1024
/** Larger heaps are left to V8: collecting one stops the server for too long. */
const largestHeap = 512 * 1024 * 1024

/**
 * Returns memory to the system while a server does nothing. V8 collects garbage when memory is allocated, so that a server that
 * was busy, with its start for example, and then waits keeps all that it needed meanwhile.
 */
export class IdleMemory {
  readonly #clock: Clock
  readonly #process: IdleProcess
  #timer: Timer
  #last: ProcessUsage
  /** Resident memory after the last collection. */
  #collected = 0
  #stopped = false

  constructor(clock: Clock, observed: IdleProcess = thisProcess) {
    this.#clock = clock
    this.#process = observed
    this.#last = observed.usage()
    this.#timer = this.#next()
  }

  stop(): void {
    this.#stopped = true
    this.#timer.stop()
  }

  #next(): Timer {
    return this.#clock.setTimer(() => void this.#look(), interval, { background: true })
  }

  async #look(): Promise<void> {
    const usage = this.#process.usage()
    const idle = usage.cpu - this.#last.cpu < interval * idleShare
    if (idle && usage.heap < largestHeap && usage.resident > this.#collected + growth) {
      await this.#process.collect()
      this.#collected = this.#process.usage().resident
    }
    if (this.#stopped) return
    this.#last = this.#process.usage()
    this.#timer = this.#next()
  }
}

/** The process itself. */
export const thisProcess: IdleProcess = {
  usage() {
    const { user, system } = process.cpuUsage()
    return {
      cpu: (user + system) / 1000,
      resident: residentMemory(),
      heap: getHeapStatistics().total_heap_size,
    }
  },
  async collect() {
    const session = new Session()
    session.connect()
    await session.post('HeapProfiler.collectGarbage')
    session.disconnect()
  },
}

/** Zero where Linux has no `/proc`, as in a bare root: then nothing is collected. */
function residentMemory(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return 0
  }
}

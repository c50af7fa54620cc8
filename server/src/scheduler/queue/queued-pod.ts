import type { PodInfo } from '../state/pod-info.js'

/** A pod that waits to be scheduled. Source: `QueuedPodInfo` of pkg/scheduler/framework. */
export class QueuedPod {
  info: PodInfo
  /** When it came into the queue, or came back. */
  timestamp: number
  /** How often it was rejected. */
  unschedulableCount = 0
  /** How often in a row it failed by errors. */
  errorCount = 0
  /** Plugins that rejected it. */
  plugins: ReadonlySet<string> = new Set()
  /** The plugin that keeps it out of the queue. */
  gate: string | undefined
  /** When it may be tried again, once computed. */
  backoffUntil: number | undefined

  constructor(info: PodInfo, timestamp: number) {
    this.info = info
    this.timestamp = timestamp
  }
}

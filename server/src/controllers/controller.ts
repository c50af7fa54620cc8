import type { Client } from '@apimachinery/client'
import type { InformerFactory } from '@apimachinery/client/cache'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { getDeletionTimestamp, type KubernetesObject } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'
import { KeyQueue } from '../internal/key-queue.js'

/** Input of a controller. */
export interface ControllerContext {
  readonly client: Client
  /** Shared by all controllers of a server. */
  readonly informers: InformerFactory
  readonly clock: Clock
  /** Called for failures, which are retried. */
  readonly onError: (error: unknown, controller: string) => void
}

/** Something that runs beside the server until it is stopped. */
export interface Controller {
  readonly name: string
  /** Creates its informers and starts; called once. */
  start(): void
  stop(): Promise<void>
}

/** The function of a controller for a key; returns the milliseconds after which it is called again. */
export interface ReconcileLoopOptions {
  readonly name: string
  readonly context: ControllerContext
  readonly reconcile: (key: string) => Promise<number | undefined>
}

/** How many keys of one controller are worked on at once. */
const workers = 4

/**
 * The queue of a controller. Failures are reported, except conflicts: then the informer will deliver the new object.
 */
export function reconcileLoop({ name, context, reconcile }: ReconcileLoopOptions): KeyQueue {
  const onError = (error: unknown): void => {
    if (!isConflict(error) && !isNotFound(error)) context.onError(error, name)
  }
  return new KeyQueue({ sync: reconcile, onError, clock: context.clock, workers })
}

/** Whether the object is being deleted. */
export function isDeleting(object: KubernetesObject): boolean {
  return getDeletionTimestamp(object) !== undefined
}

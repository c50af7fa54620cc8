import type { Client } from '@apimachinery/client'
import type { InformerFactory } from '@apimachinery/client/cache'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { getDeletionTimestamp, type KubernetesObject } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'
import { KeyQueue } from '../internal/key-queue.js'

/** What a controller is made with. */
export interface ControllerContext {
  readonly client: Client
  /** Shared by all controllers of a server. */
  readonly informers: InformerFactory
  readonly clock: Clock
  /** Is told of what fails; it is tried again. */
  readonly onError: (error: unknown, controller: string) => void
}

/** Something that runs beside the server until it is stopped. */
export interface Controller {
  readonly name: string
  /** Asks for its informers and begins; called once. */
  start(): void
  stop(): Promise<void>
}

/** What a controller does for a key; gives the milliseconds after which it wants to be called again. */
export interface ReconcileLoopOptions {
  readonly name: string
  readonly context: ControllerContext
  readonly reconcile: (key: string) => Promise<number | undefined>
}

/** How many keys of one controller are worked on at once. */
const workers = 4

/** The queue of a controller. What fails is told, unless somebody else was faster: then the informer will tell what there is now. */
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

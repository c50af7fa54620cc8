import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { Managed } from './managed.js'

/** An object that was changed already, by anything but an apply. */
export interface UpdateRequest {
  /** The object before; never changed. */
  readonly live: KubernetesObject
  /** The object after. */
  readonly next: KubernetesObject
  readonly managed: Managed
  readonly manager: string
}

/** A configuration that is to be applied. */
export interface ApplyRequest {
  /** The object before; never changed. */
  readonly live: KubernetesObject
  /** What is applied: the fields the manager wants to own. */
  readonly config: KubernetesObject
  readonly managed: Managed
  readonly manager: string
  /** Takes fields that others own away from them. */
  readonly force: boolean
}

/** The object without managed fields, and who owns what in it now. */
export interface Change {
  readonly object: KubernetesObject
  readonly managed: Managed
}

/** As {@link Change}; without an object when applying changed nothing. */
export interface AppliedChange {
  readonly object: KubernetesObject | undefined
  readonly managed: Managed
}

/** One link of the chain that keeps managed fields. What a link is given is never changed. */
export interface Manager<A extends AppliedChange = Change> {
  /** Works out who owns what after an update. */
  update(request: UpdateRequest): Change
  /** Applies a configuration and works out who owns what then. */
  apply(request: ApplyRequest): A
}

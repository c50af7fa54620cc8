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
  /** The applied configuration: the fields that the manager wants to own. */
  readonly config: KubernetesObject
  readonly managed: Managed
  readonly manager: string
  /** Takes fields that others own away from them. */
  readonly force: boolean
}

/** The object without managed fields, and the owners of its fields. */
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
  /** Computes the owners after an update. */
  update(request: UpdateRequest): Change
  /** Applies a configuration and computes the owners after it. */
  apply(request: ApplyRequest): A
}

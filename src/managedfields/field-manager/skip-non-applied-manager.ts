import { getUID } from '../../runtime/objects/object-accessors.js'
import { groupVersionKindOf, withGroupVersionKind } from '../../runtime/scheme/kind-access.js'
import { inContext } from '../merge/wrap-error.js'
import type { ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'
import type { ObjectCreater } from './object-convertor.js'
import { hasObjectMeta } from './object-metadata.js'

/** Manager of the fields that an object had before the first apply. */
const beforeFirstApply = 'before-first-apply'

/** When the fields of an object begin to be tracked. */
export interface TrackingOptions {
  /** Probability that tracking begins with the object's creation, and not with the first apply. Default: 0. */
  readonly probability?: number
  /** A number from 0 to 1, as from `Math.random`. */
  readonly random?: () => number
}

/** Leaves objects alone that nothing was applied to. */
export class SkipNonAppliedManager implements Manager {
  readonly #next: Manager
  readonly #creater: ObjectCreater
  readonly #probability: number
  readonly #random: () => number

  constructor(next: Manager, creater: ObjectCreater, options: TrackingOptions = {}) {
    this.#next = next
    this.#creater = creater
    this.#probability = options.probability ?? 0
    this.#random = options.random ?? Math.random
  }

  update(request: UpdateRequest): Change {
    const { live, next, managed } = request
    const skip = !hasObjectMeta(live) || (managed.fields.size === 0 && !this.#tracksFromNow(request))
    return skip ? { object: next, managed } : this.#next.update(request)
  }

  /** An object without a UID is being created; what was created without managed fields stays without. */
  #tracksFromNow({ live }: UpdateRequest): boolean {
    return getUID(live) === '' && this.#probability > this.#random()
  }

  apply(request: ApplyRequest): Change {
    if (request.managed.fields.size > 0) return this.#next.apply(request)
    const gvk = groupVersionKindOf(request.config)
    const empty = inContext(`failed to create empty object of type ${gvk}`, () =>
      withGroupVersionKind(this.#creater.new(gvk), gvk),
    )
    const { object, managed } = inContext('failed to create manager for existing fields', () =>
      this.#next.update({ live: empty, next: request.live, managed: request.managed, manager: beforeFirstApply }),
    )
    return this.#next.apply({ ...request, live: object, managed })
  }
}

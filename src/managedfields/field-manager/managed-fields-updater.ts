import { deepCopy } from '../../descriptor/deep-copy.js'
import { unstructuredContent } from '../../runtime/objects/unstructured.js'
import { timeFromDate } from '../../scalar/time.js'
import { type PassiveClock, systemClock } from '../../wait/clock.js'
import { copyListSources } from '../typed/held-lists.js'
import type { AppliedChange, ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'
import { withManagedFields } from './object-metadata.js'

/** Placeholder for the manager of an update until its changes are known. */
const currentOperation = 'current-operation'

/** Keeps the time of the last change of each manager, and adds what an update changed to what its manager owned before. */
export class ManagedFieldsUpdater implements Manager {
  readonly #next: Manager<AppliedChange>
  readonly #clock: PassiveClock

  constructor(next: Manager<AppliedChange>, clock: PassiveClock = systemClock) {
    this.#next = next
    this.#clock = clock
  }

  update(request: UpdateRequest): Change {
    const { object, managed } = this.#next.update({ ...request, manager: currentOperation })
    const changed = managed.fields.get(currentOperation)
    if (changed === undefined) return { object, managed }
    const fields = new Map(managed.fields)
    fields.delete(currentOperation)
    const before = fields.get(request.manager)
    fields.set(request.manager, before === undefined ? changed : changed.withSet(changed.set.union(before.set)))
    return { object, managed: { fields, times: this.#touch(managed.times, request.manager) } }
  }

  apply(request: ApplyRequest): Change {
    const { object, managed } = this.#next.apply(request)
    if (object === undefined) {
      const copy = deepCopy(request.live)
      copyListSources(unstructuredContent(copy), unstructuredContent(request.live))
      return { object: withManagedFields(copy, undefined), managed }
    }
    return { object, managed: { fields: managed.fields, times: this.#touch(managed.times, request.manager) } }
  }

  #touch(times: ReadonlyMap<string, string>, manager: string): ReadonlyMap<string, string> {
    return new Map(times).set(manager, timeFromDate(new Date(this.#clock.now())))
  }
}

import { type FieldSet, fieldSetOf } from '../field-path/field-set.js'
import type { Managed } from './managed.js'
import type { AppliedChange, ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'

/** Excludes from ownership the fields that identify an object, and those that the server writes. */
export class StripMetaManager implements Manager<AppliedChange> {
  readonly #next: Manager<AppliedChange>
  readonly #stripped: FieldSet = fieldSetOf(
    ['apiVersion'],
    ['kind'],
    ['metadata'],
    ['metadata', 'name'],
    ['metadata', 'namespace'],
    ['metadata', 'creationTimestamp'],
    ['metadata', 'selfLink'],
    ['metadata', 'uid'],
    ['metadata', 'clusterName'],
    ['metadata', 'generation'],
    ['metadata', 'managedFields'],
    ['metadata', 'resourceVersion'],
  )

  constructor(next: Manager<AppliedChange>) {
    this.#next = next
  }

  update(request: UpdateRequest): Change {
    const { object, managed } = this.#next.update(request)
    return { object, managed: this.#strip(managed, request.manager) }
  }

  apply(request: ApplyRequest): AppliedChange {
    const { object, managed } = this.#next.apply(request)
    return { object, managed: this.#strip(managed, request.manager) }
  }

  #strip(managed: Managed, manager: string): Managed {
    const owned = managed.fields.get(manager)
    if (owned === undefined) return managed
    const fields = new Map(managed.fields)
    const set = owned.set.difference(this.#stripped)
    if (set.isEmpty) fields.delete(manager)
    else fields.set(manager, owned.withSet(set))
    return { fields, times: managed.times }
  }
}

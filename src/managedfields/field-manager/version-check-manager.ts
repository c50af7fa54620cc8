import { newBadRequest } from '../../errors/new-status-error.js'
import { groupVersionKindOf } from '../../runtime/scheme/kind-access.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'

/** Refuses configurations of another kind or version. */
export class VersionCheckManager implements Manager {
  readonly #next: Manager
  readonly #gvk: GroupVersionKind

  constructor(next: Manager, gvk: GroupVersionKind) {
    this.#next = next
    this.#gvk = gvk
  }

  update(request: UpdateRequest): Change {
    return this.#next.update(request)
  }

  apply(request: ApplyRequest): Change {
    const gvk = groupVersionKindOf(request.config)
    if (!gvk.equals(this.#gvk)) throw newBadRequest(`invalid object type: ${gvk}`)
    return this.#next.apply(request)
  }
}

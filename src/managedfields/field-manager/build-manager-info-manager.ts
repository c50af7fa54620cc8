import type { GroupVersion } from '../../schema/group-version.js'
import { buildManagerIdentifier, type ManagerOperation } from './managed.js'
import type { ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'

/** Makes the identifier of a manager out of its name, the operation, the version and the subresource. */
export class BuildManagerInfoManager implements Manager {
  readonly #next: Manager
  readonly #apiVersion: string
  readonly #subresource: string

  constructor(next: Manager, groupVersion: GroupVersion, subresource: string) {
    this.#next = next
    this.#apiVersion = groupVersion.toString()
    this.#subresource = subresource
  }

  update(request: UpdateRequest): Change {
    return this.#next.update({ ...request, manager: this.#identifier(request.manager, 'Update') })
  }

  apply(request: ApplyRequest): Change {
    return this.#next.apply({ ...request, manager: this.#identifier(request.manager, 'Apply') })
  }

  #identifier(name: string, operation: ManagerOperation): string {
    return buildManagerIdentifier({
      manager: name === '' ? 'unknown' : name,
      operation,
      apiVersion: this.#apiVersion,
      subresource: this.#subresource,
    })
  }
}

import { inContext } from '../merge/wrap-error.js'
import { buildLastAppliedConfig, lastAppliedConfigOf, withLastAppliedConfig } from './last-applied-annotation.js'
import { kubectl } from './last-applied-manager.js'
import type { ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'

/** Keeps the annotation of kubectl's last client-side apply up to date when kubectl applies on the server. */
export class LastAppliedUpdater implements Manager {
  readonly #next: Manager

  constructor(next: Manager) {
    this.#next = next
  }

  update(request: UpdateRequest): Change {
    return this.#next.update(request)
  }

  apply(request: ApplyRequest): Change {
    const { object, managed } = this.#next.apply(request)
    if (request.manager !== kubectl || lastAppliedConfigOf(object) === '') return { object, managed }
    const config = inContext('failed to build last-applied annotation', () => buildLastAppliedConfig(request.config))
    return { object: withLastAppliedConfig(object, config), managed }
  }
}

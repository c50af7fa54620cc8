import { newBadRequest, StatusError } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import type { AddedFault, Fault, Faults } from '../testing/faults.js'
import { invalidField, missing } from './control-errors.js'

/** A fault, as a client asks for it. */
export interface FaultSpec extends Omit<Fault, 'error' | 'when'> {
  readonly error?: JSONObject
}

/** A fault that was added, as a client sees it. */
export interface ListedFault extends FaultSpec {
  readonly id: string
  readonly hits: number
}

/** The faults of a cluster by their ids. */
export class ClusterFaults {
  readonly #faults: Faults
  readonly #added = new Map<string, { readonly spec: FaultSpec; readonly added: AddedFault }>()
  #last = 0

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** @throws StatusError for a fault that does nothing */
  add(spec: FaultSpec): ListedFault {
    const { error, ...rest } = spec
    const added = this.#tried({ ...rest, ...(error !== undefined && { error: statusErrorOf(error) }) })
    const id = String(++this.#last)
    this.#added.set(id, { spec, added })
    return this.get(id)
  }

  /** @throws StatusError */
  get(id: string): ListedFault {
    const { spec, added } = this.#at(id)
    return { ...spec, id, hits: added.hits }
  }

  list(): readonly ListedFault[] {
    return [...this.#added.keys()].map((id) => this.get(id))
  }

  /** @throws StatusError */
  remove(id: string): void {
    this.#at(id).added.remove()
    this.#added.delete(id)
  }

  clear(): void {
    for (const { added } of this.#added.values()) added.remove()
    this.#added.clear()
  }

  #at(id: string) {
    const found = this.#added.get(id)
    if (found === undefined) throw missing('faults', id)
    return found
  }

  #tried(fault: Fault): AddedFault {
    try {
      return this.#faults.add(fault)
    } catch (error) {
      if (error instanceof TypeError) throw newBadRequest(error.message)
      throw error
    }
  }
}

/** The fields of a `Status` that are those of an error. */
function statusErrorOf(status: JSONObject): StatusError {
  const { code = 500 } = status
  if (typeof code !== 'number' || !Number.isInteger(code) || code < 400 || code > 599) {
    throw invalidField('error.code', code, 'must be a status from 400 to 599')
  }
  for (const name of ['message', 'reason'] as const) {
    if (!['string', 'undefined'].includes(typeof status[name])) {
      throw invalidField(`error.${name}`, status[name], 'must be a text')
    }
  }
  return new StatusError({ ...status, status: 'Failure', code })
}

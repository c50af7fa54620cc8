import type { AuthorizedRequest, Filter } from '../request/http.js'

/** Users that are parts of the cluster itself. */
const own: ReadonlySet<string> = new Set([
  'system:apiserver',
  'system:kube-controller-manager',
  'system:kube-scheduler',
  'kwok',
])

/** The requests that the parts of a cluster make: controllers, scheduler, nodes, the server itself. Watches do not count. */
export class Activity {
  readonly #inFlight = new Map<string, number>()
  #started = 0

  /** How many have begun so far. */
  get started(): number {
    return this.#started
  }

  /** How many are being answered, by user. */
  get inFlight(): ReadonlyMap<string, number> {
    return this.#inFlight
  }

  /** Puts the count around the paths. */
  readonly filter: Filter<AuthorizedRequest> = (next) => async (request, response) => {
    const { name } = request.user
    if (request.info.verb === 'watch' || !isOwn(name)) return next(request, response)
    this.#started++
    this.#inFlight.set(name, (this.#inFlight.get(name) ?? 0) + 1)
    try {
      await next(request, response)
    } finally {
      const left = (this.#inFlight.get(name) ?? 1) - 1
      if (left === 0) this.#inFlight.delete(name)
      else this.#inFlight.set(name, left)
    }
  }
}

function isOwn(user: string): boolean {
  return own.has(user) || user.startsWith('system:serviceaccount:kube-system:')
}

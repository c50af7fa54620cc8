import type { Endpoint } from 'apimachinery/api/discovery/v1'

/** Endpoints by what identifies them: addresses, host name and pod. Source: `EndpointSet` of k8s.io/endpointslice/util. */
export class EndpointSet {
  readonly #endpoints = new Map<string, Endpoint>()

  get size(): number {
    return this.#endpoints.size
  }

  add(endpoint: Endpoint): void {
    this.#endpoints.set(identity(endpoint), endpoint)
  }

  get(endpoint: Endpoint): Endpoint | undefined {
    return this.#endpoints.get(identity(endpoint))
  }

  /** Removes an endpoint. @returns what was there in its place. */
  take(endpoint: Endpoint): Endpoint | undefined {
    const key = identity(endpoint)
    const found = this.#endpoints.get(key)
    this.#endpoints.delete(key)
    return found
  }

  /** Removes some endpoints, in the order in which they came. */
  takeSome(count: number): Endpoint[] {
    const taken = [...this.#endpoints].slice(0, Math.max(0, count))
    for (const [key] of taken) this.#endpoints.delete(key)
    return taken.map(([, endpoint]) => endpoint)
  }
}

function identity({ addresses, hostname = '', targetRef }: Endpoint): string {
  return JSON.stringify([[...addresses].sort(), hostname, targetRef?.namespace ?? '', targetRef?.name ?? ''])
}

/** Reports whether two endpoints of one identity are the same, apart from hints. */
export function sameEndpoint(a: Endpoint, b: Endpoint): boolean {
  return facts(a) === facts(b)
}

function facts({ nodeName, zone, conditions, targetRef }: Endpoint): string {
  const { ready, serving, terminating } = conditions ?? {}
  const { kind = '', namespace = '', name = '', uid = '', apiVersion = '', fieldPath = '' } = targetRef ?? {}
  const pod = targetRef && [kind, namespace, name, uid, apiVersion, fieldPath]
  // null stands for what is not set.
  return JSON.stringify([nodeName, zone, ready, serving, terminating, pod].map((value) => value ?? null))
}

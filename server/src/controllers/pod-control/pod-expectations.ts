import type { Clock } from 'apimachinery/wait'

/** After this many milliseconds an expectation is given up: the informer has lost what it should have seen. */
const timeout = 300_000

interface Expected {
  creations: number
  /** Keys of pods. */
  readonly deletions: Set<string>
  readonly since: number
}

/**
 * What controllers wait to see from an informer before they count again: pods that they have created and deleted.
 *
 * Source: `UIDTrackingControllerExpectations` of pkg/controller of Kubernetes.
 */
export class PodExpectations {
  readonly #clock: Clock
  readonly #expected = new Map<string, Expected>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether everything was seen that the controller object of a key waits for, or nothing more can be. */
  satisfied(key: string): boolean {
    const expected = this.#expected.get(key)
    if (expected === undefined) return true
    return (expected.creations <= 0 && expected.deletions.size === 0) || this.#clock.now() - expected.since > timeout
  }

  expectCreations(key: string, count: number): void {
    this.#expected.set(key, { creations: count, deletions: new Set(), since: this.#clock.now() })
  }

  expectDeletions(key: string, pods: Iterable<string>): void {
    this.#expected.set(key, { creations: 0, deletions: new Set(pods), since: this.#clock.now() })
  }

  /** A pod was seen that was created, or was not created after all. */
  creationObserved(key: string, count = 1): void {
    const expected = this.#expected.get(key)
    if (expected !== undefined) expected.creations -= count
  }

  /** A pod was seen that is being deleted or gone, or was not deleted after all. */
  deletionObserved(key: string, pod: string): void {
    this.#expected.get(key)?.deletions.delete(pod)
  }

  /** The controller object is gone: one of its name begins anew. */
  forget(key: string): void {
    this.#expected.delete(key)
  }
}

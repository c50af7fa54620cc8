/**
 * Whether progress responses can be trusted: from 3.4.31 and 3.5.13 on. Older servers report the revision of the store,
 * although the watch may not have had all events up to it. Source: feature_support_checker.go of
 * k8s.io/apiserver/pkg/storage/feature; etcd-io/etcd issue 15220.
 */
export function supportsProgress(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  if (major !== 3) return major > 3
  if (minor === 4) return patch >= 31
  if (minor === 5) return patch >= 13
  return minor > 5
}

/** Which members of a cluster support progress requests. */
export class ProgressSupport {
  readonly #versionOf: (endpoint: number) => Promise<string>
  readonly #known = new Map<number, boolean>()
  readonly #asked = new Map<number, Promise<void>>()

  constructor(versionOf: (endpoint: number) => Promise<string>) {
    this.#versionOf = versionOf
  }

  /** Whether every member with a known version supports it; false until one is known. */
  get everywhere(): boolean {
    return this.#known.size > 0 && [...this.#known.values()].every((supported) => supported)
  }

  /** Whether this member is known to report progress correctly. */
  at(endpoint: number): boolean {
    return this.#known.get(endpoint) === true
  }

  /** Reads the version of a member: it may be another one after a restart. */
  learn(endpoint: number): Promise<void> {
    const asked = this.#asked.get(endpoint) ?? this.#ask(endpoint).finally(() => this.#asked.delete(endpoint))
    this.#asked.set(endpoint, asked)
    return asked
  }

  async #ask(endpoint: number): Promise<void> {
    const version = await this.#versionOf(endpoint)
    this.#known.set(endpoint, supportsProgress(version))
  }
}

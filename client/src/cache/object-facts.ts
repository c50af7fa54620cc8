import type { KubernetesObject } from 'apimachinery/runtime'

/** The metadata that caches read of any object. */
export interface ObjectFacts {
  readonly name?: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number | bigint
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly deletionTimestamp?: string
  readonly finalizers?: readonly string[]
}

const none: ObjectFacts = Object.freeze({})

/**
 * The metadata of an object, not copied; empty if there is none. Accessors of the library copy, and caches read often.
 */
export function factsOf(object: KubernetesObject): ObjectFacts {
  const { metadata } = object as { metadata?: ObjectFacts | null }
  return metadata ?? none
}

import { getName, getNamespace } from '../src/runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { groupVersionKindOf } from '../src/runtime/scheme/kind-access.js'
import { UsageError } from './usage-error.js'

/** The objects of one file. */
export interface ObjectsOfFile {
  readonly path: string
  readonly objects: readonly KubernetesObject[]
}

/** What identifies an object in a cluster, in any version. */
export interface ObjectIdentity {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

/** One object in two files. */
export interface ObjectPair {
  readonly object: ObjectIdentity
  readonly before: KubernetesObject
  readonly after: KubernetesObject
}

/** Finds the objects of two files that are the same one, in the order of the first, and says which only one file has. */
export function pairObjects(
  first: ObjectsOfFile,
  second: ObjectsOfFile,
): { readonly pairs: readonly ObjectPair[]; readonly alone: readonly string[] } {
  const [before, after] = [byKey(first), byKey(second)]
  const pairs = [...before].flatMap(([key, one]) => {
    const other = after.get(key)
    return other === undefined ? [] : [{ object: identityOf(one), before: one, after: other }]
  })
  return { pairs, alone: [...aloneIn(first.path, before, after), ...aloneIn(second.path, after, before)] }
}

type Keyed = ReadonlyMap<string, KubernetesObject>

function byKey({ path, objects }: ObjectsOfFile): Keyed {
  const found = new Map<string, KubernetesObject>()
  for (const object of objects) {
    const key = pairKey(object)
    if (found.has(key)) throw new UsageError(`${path}: ${objectDescription(object)} is there twice`, 1)
    found.set(key, object)
  }
  return found
}

function aloneIn(path: string, one: Keyed, other: Keyed): string[] {
  return [...one]
    .filter(([key]) => !other.has(key))
    .map(([, object]) => `${path}: only here: ${objectDescription(object)}`)
}

function pairKey(object: KubernetesObject): string {
  const { group, kind } = groupVersionKindOf(object)
  return JSON.stringify([group, kind, getNamespace(object), getName(object)])
}

function objectDescription(object: KubernetesObject): string {
  const namespace = getNamespace(object)
  return `${groupVersionKindOf(object).kind} ${namespace === '' ? '' : `${namespace}/`}${getName(object)}`
}

function identityOf(object: KubernetesObject): ObjectIdentity {
  const { apiVersion, kind } = groupVersionKindOf(object).toAPIVersionAndKind()
  const namespace = getNamespace(object)
  return { apiVersion, kind, ...(namespace !== '' && { namespace }), name: getName(object) }
}

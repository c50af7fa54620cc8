import { deepCopy } from '../src/descriptor/deep-copy.js'
import { createMergePatch } from '../src/patch/merge/create-merge-patch.js'
import { mergePatch } from '../src/patch/merge/merge-patch.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { isUnstructured } from '../src/runtime/objects/unstructured.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'

/** A converted object, with the paths of the defaults that had to be written to keep its meaning. */
export interface ConvertedObject {
  readonly object: KubernetesObject
  readonly kept: readonly string[]
}

type Conversion = (object: KubernetesObject) => KubernetesObject

/**
 * Converts an object that leaves fields to defaults, so that it means the same as before: where the new version has other defaults than
 * the old one, the old ones are written down. Without that, a Deployment of an old version has no selector in the new one.
 */
export function convertWithDefaults(object: KubernetesObject, convert: Conversion, scheme: Scheme): ConvertedObject {
  const before = deepCopy(object)
  const converted = convert(object)
  if (isUnstructured(converted) || converted.apiVersion === before.apiVersion) return { object: converted, kept: [] }
  scheme.default(before)
  const meant = convert(before)
  const taken = deepCopy(converted)
  scheme.default(taken)
  const difference = withoutRemovals(createMergePatch(taken, meant))
  const kept = pathsIn(difference, '')
  return { object: kept.length === 0 ? converted : mergePatch(converted, difference), kept }
}

/** What only the new version fills in cannot be left out by a value. */
function withoutRemovals(patch: object): object {
  return Object.fromEntries(
    Object.entries(patch).flatMap(([key, value]): [string, unknown][] => {
      if (value === null) return []
      if (!isObject(value)) return [[key, value]]
      const rest = withoutRemovals(value)
      return Object.keys(rest).length === 0 ? [] : [[key, rest]]
    }),
  )
}

function pathsIn(patch: object, prefix: string): string[] {
  return Object.entries(patch).flatMap(([key, value]) =>
    isObject(value) ? pathsIn(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

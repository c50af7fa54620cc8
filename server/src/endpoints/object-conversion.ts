import type { TypeConverter } from 'apimachinery/managedfields'
import type { KindClass, KubernetesObject, Scheme } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'

/** Converts between the version of requests and the hub version. */
export interface ObjectConversion {
  /** May share parts with `object`, or be it. */
  toVersion(object: KubernetesObject): KubernetesObject
  /** May share parts with `object`, or be it. */
  toHub(object: KubernetesObject): KubernetesObject | Promise<KubernetesObject>
  /**
   * Converts to a version that the scheme does not have, such as another one of a custom resource; the object is not changed. Objects
   * of other versions than that of requests get their defaults first.
   */
  between?(object: KubernetesObject, kind: GroupVersionKind): Promise<KubernetesObject>
  /** The types of all versions for configurations that policies apply; default: those of the scheme. */
  types?(): TypeConverter
  /** Objects keep the kind and version of the body, for validation; default false. */
  readonly keepsKind?: boolean | undefined
  /** Runs what converts objects for managed fields, until every conversion that takes time is there; default: runs it once. */
  readonly settle?: (<T>(run: () => T) => Promise<T>) | undefined
}

/** Receives what went wrong where the work goes on. */
type OnError = (error: unknown) => void

/** Runs what converts objects for managed fields, and reports the errors of its last run: those of earlier ones are conversions that were missing. */
export async function settled<T>(
  { conversion, onError }: { readonly conversion: ObjectConversion; readonly onError: OnError },
  run: (onError: OnError) => T,
): Promise<T> {
  if (conversion.settle === undefined) return run(onError)
  let errors: unknown[] = []
  const result = await conversion.settle(() => {
    errors = []
    return run((error) => errors.push(error))
  })
  for (const error of errors) onError(error)
  return result
}

/** Conversion by the functions of a scheme. */
export function schemeConversion(
  scheme: Scheme,
  { versioned, hub }: { readonly versioned: KindClass; readonly hub: KindClass },
): ObjectConversion {
  return {
    toVersion: (object) => (object instanceof versioned ? object : scheme.convert(object, versioned)),
    // Also for objects of the hub version: some kinds have forms that are for writing only.
    toHub: (object) => scheme.convert(object, hub),
  }
}

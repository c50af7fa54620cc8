import type { KindClass, KubernetesObject, Scheme } from 'apimachinery/runtime'

/** Converts between the version of requests and the hub version. */
export interface ObjectConversion {
  /** May share parts with `object`, or be it. */
  toVersion(object: KubernetesObject): KubernetesObject
  /** May share parts with `object`, or be it. */
  toHub(object: KubernetesObject): KubernetesObject | Promise<KubernetesObject>
  /** Objects keep the kind and version of the body, for validation; default false. */
  readonly keepsKind?: boolean
  /** Runs what converts objects for managed fields, until every conversion that takes time is there; default: runs it once. */
  settle?<T>(run: () => T): Promise<T>
}

/** Runs what converts objects for managed fields. */
export async function settled<T>(conversion: ObjectConversion, run: () => T): Promise<T> {
  return conversion.settle === undefined ? run() : conversion.settle(run)
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

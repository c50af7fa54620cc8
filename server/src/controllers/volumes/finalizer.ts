import { getFinalizers, type KubernetesObject } from 'apimachinery/runtime'

type WithMetadata = KubernetesObject & { readonly metadata?: object | undefined }

/** The members of an object without a finalizer; undefined if it does not have it. */
export function withoutFinalizer<T extends WithMetadata>(object: T, finalizer: string): T | undefined {
  const finalizers = getFinalizers(object) ?? []
  if (!finalizers.includes(finalizer)) return undefined
  return { ...object, metadata: { ...object.metadata, finalizers: finalizers.filter((each) => each !== finalizer) } }
}

/** The members of an object with one finalizer more. */
export function withFinalizer<T extends WithMetadata>(object: T, finalizer: string): T {
  return { ...object, metadata: { ...object.metadata, finalizers: [...(getFinalizers(object) ?? []), finalizer] } }
}

import { MachineryError } from 'apimachinery/errors'

/** Name and namespace of an object; an empty name if there is none. @throws MachineryError `InvalidRequest` */
export function nameAndNamespace(object: object): { readonly name: string; readonly namespace: string | undefined } {
  const { metadata }: { metadata?: { name?: unknown; namespace?: unknown } | null } = object
  const name = metadata?.name ?? ''
  const namespace = metadata?.namespace ?? undefined
  if (typeof name !== 'string' || (namespace !== undefined && typeof namespace !== 'string')) {
    throw new MachineryError('InvalidRequest', 'name and namespace must be strings', { path: 'metadata' })
  }
  return { name, namespace: namespace === '' ? undefined : namespace }
}

import type { ObjectMeta } from '../../meta/v1/types.gen.js'

/** Metadata with some annotations set, or removed where the value is undefined; the metadata given stays as it is. */
export function withAnnotations(
  metadata: ObjectMeta | undefined,
  changes: Readonly<Record<string, string | undefined>>,
): ObjectMeta {
  const annotations: Record<string, string> = { ...metadata?.annotations }
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete annotations[name]
    else annotations[name] = value
  }
  const { annotations: _old, ...rest } = metadata ?? {}
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations }
}

import type { ObjectMeta } from 'apimachinery/meta/v1'

/** Annotations that are fields in Go's internal version of a kind, by group and kind. */
const annotations: Readonly<Record<string, string>> = { 'apps/DaemonSet': 'deprecated.daemonset.template.generation' }

/**
 * The metadata of Go's internal version of a kind: responses with metadata only come from that, so annotations that it
 * keeps in a field are missing.
 */
export function internalMetadata<M extends Pick<ObjectMeta, 'annotations'>>(
  metadata: M | undefined,
  { group, kind }: { readonly group: string; readonly kind: string },
): M | undefined {
  const name = annotations[`${group}/${kind}`]
  if (name === undefined || metadata?.annotations?.[name] === undefined) return metadata
  const { [name]: _, ...others } = metadata.annotations
  const { annotations: _all, ...rest } = metadata
  return { ...rest, ...(Object.keys(others).length > 0 && { annotations: others }) } as M
}

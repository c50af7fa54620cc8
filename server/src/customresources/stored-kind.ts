import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { GroupVersionKind } from 'apimachinery/schema'

/** The version and kind that the objects of a definition are stored in. */
export function storedKind({ spec, status }: CustomResourceDefinition): GroupVersionKind {
  const version = spec.versions.find(({ storage }) => storage)?.name ?? ''
  return new GroupVersionKind(spec.group, version, status?.acceptedNames?.kind || spec.names.kind)
}

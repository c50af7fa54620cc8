import type { JSONObject } from '../../json/json-value.js'
import { apiVersionInternal } from '../../runtime/objects/internal-version.js'
import type { KindClass } from '../../runtime/objects/typed-object.js'
import type { Scheme } from '../../runtime/scheme/scheme.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { type DefinedType, openAPIDefinitions } from './definitions.js'

/** The metadata of a document, and its content. */
export interface OpenAPIDocumentOptions {
  readonly title?: string
  readonly version?: string
  /** Only the kinds of this group and version, as API servers publish v3. Default: all of the scheme. */
  readonly groupVersion?: GroupVersion | undefined
  /** The paths of the server that publishes the document. Default: none. */
  readonly paths?: JSONObject | undefined
}

/**
 * The OpenAPI v3 document of a scheme: a schema for every kind and
 * every type below it, and the paths that are given.
 */
export function openAPIV3(scheme: Scheme, options: OpenAPIDocumentOptions = {}): JSONObject {
  const schemas = openAPIDefinitions(typesOf(scheme, options.groupVersion), 'v3')
  return { openapi: '3.0.0', info: infoOf(options), paths: options.paths ?? {}, components: { schemas } }
}

/** The OpenAPI v2 (Swagger) document of a scheme: a definition for every kind and every type below it. */
export function openAPIV2(scheme: Scheme, options: OpenAPIDocumentOptions = {}): JSONObject {
  const definitions = openAPIDefinitions(typesOf(scheme, options.groupVersion), 'v2')
  return { swagger: '2.0', info: infoOf(options), paths: options.paths ?? {}, definitions }
}

function infoOf({ title = 'Kubernetes', version = 'unversioned' }: OpenAPIDocumentOptions): JSONObject {
  return { title, version }
}

/** Classes of external versions, with all kinds each of them is registered for. */
function typesOf(scheme: Scheme, only: GroupVersion | undefined): DefinedType[] {
  const kinds = new Map<KindClass, GroupVersionKind[]>()
  for (const { gvk, type } of scheme.allKnownTypes()) {
    if (gvk.version === apiVersionInternal) continue
    if (only !== undefined && (gvk.group !== only.group || gvk.version !== only.version)) continue
    kinds.set(type, [...(kinds.get(type) ?? []), gvk])
  }
  return Array.from(kinds, ([{ descriptor }, gvks]) => ({ descriptor, kinds: gvks }))
}

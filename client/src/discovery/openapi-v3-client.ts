import type { GroupVersion, GroupVersionKind } from 'apimachinery/schema'
import type { CallOptions } from '../rest/call-options.js'
import { ifFound } from '../rest/if-found.js'
import type { RESTClient } from '../rest/rest-client.js'

/** A schema of an OpenAPI v3 document. */
export type OpenAPISchema = Readonly<Record<string, unknown>>

/** The parts of the document of one version that this package uses. */
export interface OpenAPIDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, OpenAPISchema>> }
  readonly paths?: Readonly<Record<string, unknown>>
}

/** OpenAPI v3 of a server: one document for each version, each read once until its hash changes. */
export class OpenAPIV3Client {
  readonly #rest: RESTClient
  readonly #documents = new Map<string, Promise<OpenAPIDocument>>()
  #index: Promise<ReadonlyMap<string, string>> | undefined

  constructor(rest: RESTClient) {
    this.#rest = rest
  }

  /** Which documents there are: `apis/apps/v1` → where it is. */
  paths(options: CallOptions = {}): Promise<ReadonlyMap<string, string>> {
    if (this.#index === undefined) {
      const loading = this.#json('/openapi/v3', options).then((document) => {
        const { paths = {} } = document as { paths?: Record<string, { serverRelativeURL?: string }> }
        return new Map(Object.entries(paths).map(([name, { serverRelativeURL }]) => [name, serverRelativeURL ?? '']))
      })
      this.#index = loading
      loading.catch(() => {
        if (this.#index === loading) this.#index = undefined
      })
    }
    return this.#index
  }

  /** The document of a version; undefined where the server has none. */
  async document({ group, version }: GroupVersion, options: CallOptions = {}): Promise<OpenAPIDocument | undefined> {
    const url = (await this.paths(options)).get(group === '' ? `api/${version}` : `apis/${group}/${version}`)
    if (url === undefined || url === '') return undefined
    let document = this.#documents.get(url)
    if (document === undefined) {
      document = this.#json(url, options) as Promise<OpenAPIDocument>
      this.#documents.set(url, document)
      document.catch(() => this.#documents.delete(url))
    }
    return document
  }

  /** The schema of a kind, and the document of its references; undefined if there is none. */
  async schemaFor(
    gvk: GroupVersionKind,
    options: CallOptions = {},
  ): Promise<{ readonly schema: OpenAPISchema; readonly document: OpenAPIDocument } | undefined> {
    const document = await ifFound(this.document(gvk.groupVersion(), options))
    const schemas = Object.values(document?.components?.schemas ?? {})
    const schema = schemas.find((each) => kindsOf(each).some((kind) => isSame(kind, gvk)))
    return schema === undefined || document === undefined ? undefined : { schema, document }
  }

  async #json(path: string, { signal, timeoutMilliseconds }: CallOptions): Promise<unknown> {
    const [plain = path, query] = path.split('?', 2)
    const request = this.#rest.get().absPath(plain).signal(signal).timeout(timeoutMilliseconds)
    for (const [name, value] of new URLSearchParams(query)) request.param(name, value)
    return JSON.parse((await request.do()).text())
  }
}

interface NamedKind {
  readonly group?: string
  readonly version?: string
  readonly kind?: string
}

function kindsOf(schema: OpenAPISchema): readonly NamedKind[] {
  const kinds = schema['x-kubernetes-group-version-kind']
  return Array.isArray(kinds) ? kinds : []
}

function isSame({ group, version, kind }: NamedKind, gvk: GroupVersionKind): boolean {
  return (group ?? '') === gvk.group && version === gvk.version && kind === gvk.kind
}

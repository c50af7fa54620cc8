import { type JSONObject, setOwn } from '../../../src/json/json-value.js'
import { stringifyJSON } from '../../../src/json/stringify-json.js'
import type { Declaration } from '../../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import { TypeIndex } from '../../ir/type-index.js'
import { type NamedRef, namedRef, type ScalarRef } from '../../ir/type-ref.js'
import type { OutputFile } from '../../output/output-file.js'
import { scalarModel } from '../../schema/openapi-names.js'
import { SchemaWriter } from '../../schema/schema-writer.js'

/** How the document is written. */
export interface OpenAPIOptions {
  readonly docs: boolean
  readonly title?: string
}

/** Writes `openapi.json`: an OpenAPI v3 document with the definitions of a model and of all types they refer to. */
export function writeOpenAPI(model: ApiModel, options: OpenAPIOptions): OutputFile {
  return { path: 'openapi.json', text: `${stringifyJSON(openAPIDocument(model, options), { pretty: true })}\n` }
}

/** The document of {@link writeOpenAPI} as JSON. */
export function openAPIDocument(model: ApiModel, options: OpenAPIOptions): JSONObject {
  const schemas = new DefinitionWriter(model, options.docs).write()
  return {
    openapi: '3.0.0',
    info: { title: options.title ?? model.source, version: 'unversioned' },
    paths: {},
    components: { schemas },
  }
}

class DefinitionWriter {
  readonly #model: ApiModel
  readonly #index: TypeIndex
  readonly #writer: SchemaWriter
  readonly #wanted = new Map<string, NamedRef>()
  readonly #schemas: JSONObject = {}

  constructor(model: ApiModel, docs: boolean) {
    this.#model = model
    this.#index = new TypeIndex(model)
    this.#writer = new SchemaWriter({
      docs,
      beyondCRD: true,
      resolve: (ref) => this.#index.resolve(ref)?.declaration,
      reference: (ref) => this.#reference(ref),
      scalar: (ref) => this.#scalar(ref),
    })
  }

  /** Definitions by name, sorted. */
  write(): JSONObject {
    for (const pkg of this.#model.packages) {
      if (pkg.external !== undefined) continue
      for (const each of pkg.declarations) if (each.form === 'struct') this.#reference(namedRef(pkg.path, each.name))
    }
    for (const [name, ref] of this.#wanted) {
      const located = this.#index.resolve(ref)
      if (located !== undefined) setOwn(this.#schemas, name, this.#definition(located.package, located.declaration))
    }
    const sorted: JSONObject = {}
    for (const name of Object.keys(this.#schemas).sort()) setOwn(sorted, name, this.#schemas[name])
    return sorted
  }

  #definition(pkg: ApiPackage, declaration: Declaration): JSONObject {
    const schema = this.#writer.declaration(namedRef(pkg.path, declaration.name), declaration)
    if (declaration.form !== 'struct' || declaration.kind === undefined || pkg.version === undefined) return schema
    const { group = '', version } = declaration.kind.groupVersion ?? pkg
    schema['x-kubernetes-group-version-kind'] = [{ group, kind: declaration.kind.kind, version: version ?? '' }]
    return schema
  }

  #reference(ref: NamedRef): JSONObject | undefined {
    const located = this.#index.resolve(ref)
    if (located === undefined || located.declaration.form !== 'struct') return undefined
    const name = `${located.package.modelPrefix}.${located.declaration.name}`
    this.#wanted.set(name, namedRef(located.package.path, located.declaration.name))
    return { $ref: `#/components/schemas/${name}` }
  }

  #scalar({ scalar }: ScalarRef): JSONObject | undefined {
    if (scalar === 'any') return {}
    const model = scalarModel(scalar)
    if (model === undefined) return undefined
    setOwn(this.#schemas, model.name, model.schema)
    return { $ref: `#/components/schemas/${model.name}` }
  }
}

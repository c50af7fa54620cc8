import { isJSONObject } from '../../../src/json/json-value.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan } from '../../diagnostics/source-span.js'
import { pathOfModelPrefix } from '../../external/built-in-packages.js'
import type { Declaration, KindFacts } from '../../ir/declarations.js'
import type { ApiPackage } from '../../ir/model.js'
import type { ResourceFacts } from '../../ir/resource-facts.js'
import { type NamedRef, namedRef, scalarRef, type TypeRef, typeMeta } from '../../ir/type-ref.js'
import { modelScalar, scalarModel } from '../../schema/openapi-names.js'
import { SchemaReader } from '../../schema/schema-reader.js'
import { SchemaWriter } from '../../schema/schema-writer.js'
import { NameScope, typeName } from '../../schema/type-names.js'
import type { DocumentModel } from './document-model.js'
import { modelName } from './normalize.js'
import { type DocumentGVK, groupVersionKinds, gvkKey } from './resources.js'

/** Input of packages. */
export interface OpenAPIPackagesInput {
  readonly models: ReadonlyMap<string, DocumentModel>
  readonly resources: ReadonlyMap<string, ResourceFacts>
  readonly external: readonly ApiPackage[]
  readonly digest: string
  readonly diagnostics: Diagnostics
}

interface Target {
  readonly package: ApiPackage
  readonly names: NameScope
  readonly prefix: string
  readonly models: DocumentModel[]
}

const pointer = '#/components/schemas/'

/** Turns the models of documents into packages. */
export class OpenAPIPackages {
  readonly #input: OpenAPIPackagesInput
  readonly #external: ReadonlyMap<string, Declaration>
  /** Declarations of written packages, by `path#Name`. */
  readonly #made = new Map<string, Declaration>()
  /** Model name → the type that it becomes. */
  readonly #refs = new Map<string, NamedRef>()
  /** The other way round, by `path#Name`. */
  readonly #modelNames = new Map<string, string>()
  readonly #targets = new Map<string, Target>()
  readonly #writer: SchemaWriter

  constructor(input: OpenAPIPackagesInput) {
    this.#input = input
    this.#external = new Map(
      input.external.flatMap((pkg) => pkg.declarations.map((each) => [`${pkg.path}#${each.name}`, each] as const)),
    )
    this.#writer = new SchemaWriter({
      docs: true,
      beyondCRD: true,
      resolve: (ref) =>
        this.#made.get(`${ref.package}#${ref.name}`) ?? this.#external.get(`${ref.package}#${ref.name}`),
      reference: (ref) => this.#pointerTo(ref),
      scalar: ({ scalar }) => {
        const model = scalarModel(scalar)
        return model === undefined || scalar === 'json' ? undefined : { $ref: pointer + model.name }
      },
    })
  }

  read(): ApiPackage[] {
    for (const model of this.#input.models.values()) this.#place(model)
    for (const [name, ref] of this.#refs) this.#modelNames.set(`${ref.package}#${ref.name}`, name)
    const targets = [...this.#targets.values()]
    for (const target of targets) {
      const reader = this.#reader(target)
      for (const model of target.models) this.#declare(model, target, reader)
    }
    return targets.map((target) => target.package)
  }

  /** Finds the package of a model, or that this library has it already. */
  #place(model: DocumentModel): void {
    const dot = model.name.lastIndexOf('.')
    const prefix = dot < 0 ? 'models' : model.name.slice(0, dot)
    const name = typeName(model.name.slice(dot + 1))
    const known = namedRef(pathOfModelPrefix(prefix), name)
    if (this.#external.has(`${known.package}#${name}`)) {
      this.#refs.set(model.name, known)
      return
    }
    const target = this.#targets.get(prefix) ?? this.#newTarget(prefix)
    target.models.push(model)
    this.#refs.set(model.name, namedRef(target.package.path, target.names.claim(name)))
  }

  #newTarget(prefix: string): Target {
    const gvk = this.#groupVersion(prefix)
    const isKubernetes = prefix.startsWith('io.k8s.')
    const path = isKubernetes
      ? pathOfModelPrefix(prefix)
      : gvk === undefined
        ? prefix.replaceAll('.', '/')
        : `${gvk.group}/${gvk.version}`
    // Types that this library's own package lacks go into a package beside it.
    const isTaken = this.#input.external.some((each) => each.path === path)
    const pkg: ApiPackage = {
      path: isTaken ? `${path}/more` : path,
      ...(gvk === undefined ? {} : { group: gvk.group, version: gvk.version }),
      modelPrefix: prefix,
      digest: this.#input.digest,
      declarations: [],
      constants: [],
      registered: [],
      registersMeta: gvk !== undefined,
    }
    const target: Target = { package: pkg, names: new NameScope(), prefix, models: [] }
    this.#targets.set(prefix, target)
    return target
  }

  /** Group and version of a prefix: those of a kind that has just one. */
  #groupVersion(prefix: string): DocumentGVK | undefined {
    for (const { name, schema } of this.#input.models.values()) {
      if (name.slice(0, name.lastIndexOf('.')) !== prefix) continue
      const [only, ...rest] = groupVersionKinds(schema['x-kubernetes-group-version-kind'])
      if (only !== undefined && rest.length === 0) return only
    }
    return undefined
  }

  #reader({ package: pkg, names }: Target): SchemaReader {
    return new SchemaReader({
      package: pkg.path,
      names,
      writer: this.#writer,
      anyOrder: true,
      declare: (declaration) => {
        this.#made.set(`${pkg.path}#${declaration.name}`, declaration)
        pkg.declarations.push(declaration)
      },
      reference: (to, span) => this.#reference(to, span),
      span: ([model, ...path]) => this.#input.models.get(String(model))?.span(path) ?? nowhere,
    })
  }

  #declare(model: DocumentModel, { package: pkg }: Target, reader: SchemaReader): void {
    const { 'x-kubernetes-group-version-kind': gvks, ...schema } = model.schema
    const ref = this.#refs.get(model.name)!
    const place = { schema, hint: ref.name, path: [model.name] }
    const gvk = groupVersionKinds(gvks).find(({ group, version }) => group === pkg.group && version === pkg.version)
    const properties = isJSONObject(schema.properties) ? schema.properties : {}
    if (gvk === undefined || !isJSONObject(properties.kind) || !isJSONObject(properties.apiVersion)) {
      reader.declare(place)
      return
    }
    const resource = this.#input.resources.get(gvkKey(gvk))
    const itemType = this.#itemsOf(properties.items)
    const kind: KindFacts = {
      kind: gvk.kind,
      registered: true,
      hasTypeMeta: true,
      itemType,
      resource,
    }
    reader.root(place, kind, this.#metadataOf(properties.metadata))
    pkg.registered.push(ref)
  }

  #itemsOf(items: unknown): NamedRef | undefined {
    if (!isJSONObject(items) || !isJSONObject(items.items)) return undefined
    const to = referenceIn(items.items)
    return to === undefined ? undefined : this.#refs.get(modelName(to))
  }

  #metadataOf(metadata: unknown): NamedRef | undefined {
    const name = isJSONObject(metadata)
      ? modelName(referenceIn(metadata) ?? '')
          .split('.')
          .at(-1)
      : undefined
    return name === 'ObjectMeta' || name === 'ListMeta' ? namedRef(typeMeta.package, name) : undefined
  }

  #reference(to: string, span: SourceSpan | undefined): TypeRef | undefined {
    const name = modelName(to)
    const known = modelScalar(name) ?? this.#refs.get(name) ?? this.#externalRef(name)
    if (known !== undefined) return known
    this.#input.diagnostics.error('openapi-reference', `the document has no model ${name}`, span)
    return scalarRef('json')
  }

  #externalRef(name: string): NamedRef | undefined {
    const dot = name.lastIndexOf('.')
    const ref = namedRef(pathOfModelPrefix(name.slice(0, dot)), name.slice(dot + 1))
    return this.#external.has(`${ref.package}#${ref.name}`) ? ref : undefined
  }

  /** The reference that a document has for a model; nested types have none. */
  #pointerTo(ref: NamedRef): { $ref: string } | undefined {
    const name = this.#modelNames.get(`${ref.package}#${ref.name}`)
    if (name !== undefined) return { $ref: pointer + name }
    return ref.package === typeMeta.package
      ? { $ref: `${pointer}io.k8s.apimachinery.pkg.apis.meta.v1.${ref.name}` }
      : undefined
  }
}

function referenceIn(schema: Record<string, unknown>): string | undefined {
  if (typeof schema.$ref === 'string') return schema.$ref
  const [only] = Array.isArray(schema.allOf) ? schema.allOf : []
  return isJSONObject(only) && typeof only.$ref === 'string' ? only.$ref : undefined
}

const nowhere: SourceSpan = { source: { file: '', text: '' }, start: 0, end: 0 }

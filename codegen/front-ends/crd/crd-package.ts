import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { Declaration, Field } from '../../ir/declarations.js'
import type { ApiPackage } from '../../ir/model.js'
import { listRef, namedRef, typeMeta } from '../../ir/type-ref.js'
import { SchemaReader, type SchemaTarget } from '../../schema/schema-reader.js'
import { SchemaWriter } from '../../schema/schema-writer.js'
import { NameScope, typeName } from '../../schema/type-names.js'
import type { VersionDefinition } from './read-definition.js'

/** Input of a package of custom resources. */
export interface CRDPackageInput {
  /** Any of the versions that go into it, for group and version. */
  readonly version: VersionDefinition
  readonly digest: string
  readonly external: readonly ApiPackage[]
  readonly diagnostics: Diagnostics
}

/** Gathers the kinds of one group and version. */
export class CRDPackage {
  readonly package: ApiPackage
  readonly #names = new NameScope()
  readonly #byName = new Map<string, Declaration>()
  readonly #kinds = new Map<string, { kind: string; list: string }>()
  readonly #writer: SchemaWriter
  readonly #diagnostics: Diagnostics

  constructor({ version, digest, external, diagnostics }: CRDPackageInput) {
    const { group, name } = version
    const path = `${group}/${name}`
    this.#diagnostics = diagnostics
    this.package = {
      path,
      group,
      version: name,
      modelPrefix: `${group.split('.').reverse().join('.')}.${name}`,
      digest,
      declarations: [],
      constants: [],
      registered: [],
      registersMeta: true,
    }
    const outside = new Map(
      external.flatMap((pkg) => pkg.declarations.map((each) => [`${pkg.path}#${each.name}`, each] as const)),
    )
    this.#writer = new SchemaWriter({
      docs: true,
      resolve: (ref) => (ref.package === path ? this.#byName.get(ref.name) : outside.get(`${ref.package}#${ref.name}`)),
    })
  }

  /** Keeps the names of a kind and its list from being given to nested types. */
  reserve({ kind, listKind }: VersionDefinition): void {
    if (this.#kinds.has(kind)) return
    this.#kinds.set(kind, { kind: this.#names.claim(typeName(kind)), list: this.#names.claim(typeName(listKind)) })
  }

  /** Adds a kind, its list and everything below. */
  add(version: VersionDefinition): void {
    const { kind, listKind, schema, schemaPath, resource } = version
    const names = this.#kinds.get(kind)
    if (names === undefined) return
    const { path } = this.package
    if (this.#byName.has(names.kind)) {
      const message = `kind ${kind} of ${path} is defined twice`
      this.#diagnostics.error('crd-duplicate', message, version.span(['spec', 'names', 'kind']))
      return
    }
    const reader = new SchemaReader(this.#target(version))
    const facts = { kind, registered: true, hasTypeMeta: true, resource }
    reader.root({ schema, hint: names.kind, path: schemaPath }, facts, namedRef(typeMeta.package, 'ObjectMeta'))
    this.#declare({
      form: 'struct',
      name: names.list,
      fields: listFields(path, names.kind),
      options: {},
      kind: { kind: listKind, registered: true, hasTypeMeta: true, itemType: namedRef(path, names.kind) },
    })
    this.package.registered.push(namedRef(path, names.kind), namedRef(path, names.list))
  }

  #target(version: VersionDefinition): SchemaTarget {
    return {
      package: this.package.path,
      names: this.#names,
      writer: this.#writer,
      declare: (declaration) => this.#declare(declaration),
      span: (path) => version.span(path),
    }
  }

  #declare(declaration: Declaration): void {
    this.#byName.set(declaration.name, declaration)
    this.package.declarations.push(declaration)
  }
}

function listFields(path: string, item: string): Field[] {
  return [
    { name: 'TypeMeta', number: 0, type: typeMeta, shape: '<', options: {} },
    { name: 'metadata', number: 0, type: namedRef(typeMeta.package, 'ListMeta'), shape: '?', options: {} },
    { name: 'items', number: 0, type: listRef(namedRef(path, item)), shape: '', options: {} },
  ]
}

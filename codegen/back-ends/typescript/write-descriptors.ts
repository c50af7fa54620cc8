import type { FieldOptions, ScalarKind, SchemaFacets, StructOptions } from '../../../src/descriptor/types.js'
import type { Field, NamedTypeDeclaration, StructDeclaration } from '../../ir/declarations.js'
import type { ApiPackage } from '../../ir/model.js'
import type { NamedRef, TypeRef } from '../../ir/type-ref.js'
import type { ModuleWriter } from './module-writer.js'
import { descriptorName, literal, quote } from './names.js'

/** Kinds whose Go name never shows in a message. */
const unnamed = new Set<ScalarKind>([
  'time',
  'microTime',
  'duration',
  'quantity',
  'intOrString',
  'rawExtension',
  'fieldsV1',
  'json',
  'any',
])

/** Writes the descriptors of a package. */
export class DescriptorWriter {
  readonly #writer: ModuleWriter
  readonly #inline: boolean
  /** Text of a scalar → name of the constant that holds it. */
  readonly #scalars = new Map<string, string>()
  readonly #names = new Set<string>()
  readonly #structs: string[] = []

  /** `inline`: scalars are written where they are used, and have no constants. */
  constructor(writer: ModuleWriter, { inline = false }: { readonly inline?: boolean } = {}) {
    this.#writer = writer
    this.#inline = inline
  }

  write(): void {
    const structs = this.#writer.package.declarations.filter(
      (each): each is StructDeclaration => each.form === 'struct',
    )
    if (structs.length === 0) {
      this.#writer.line('export {}')
      return
    }
    this.#writer.contract()
    for (const struct of structs) this.#struct(struct)
    for (const [text, name] of this.#scalars) this.#writer.line(`const ${name} = /* @__PURE__ */ ${text}`)
    if (this.#scalars.size > 0) this.#writer.line('')
    for (const line of this.#structs) this.#writer.line(line)
  }

  #struct(struct: StructDeclaration): void {
    const lines = this.#structs
    const name = quote(`${this.#writer.package.modelPrefix}.${struct.name}`)
    const head = `export const ${descriptorName(struct.name)}: gen.StructDescriptor = /* @__PURE__ */ gen.struct(${name}, () => [`
    const options = this.#structOptions(struct.options)
    const tail = options === '{}' ? '])' : `], ${options})`
    const fields = struct.fields.filter(({ goneIn }) => goneIn === undefined)
    if (fields.length === 0) return void lines.push(`${head}${tail}`)
    lines.push(head, ...fields.map((field) => `  ${this.field(field)},`), tail)
  }

  #structOptions(options: StructOptions): string {
    const { schema, ...rest } = options
    const kept = this.#facets(schema)
    return literal({ ...rest, ...(kept === undefined ? {} : { schema: kept }) })
  }

  /** The expression that makes the tuple of a field. */
  field(field: Field): string {
    const parts = [quote(field.name), String(field.number), this.#type(field.type)]
    const options = literal(this.#options(field))
    if (field.shape !== '' || options !== '{}') parts.push(quote(field.shape))
    if (options !== '{}') parts.push(options)
    return `gen.field(${parts.join(', ')})`
  }

  #options({ type, options, shape, doc }: Field): FieldOptions {
    const { schema, required, ...rest } = options
    const derived = shape === '' || shape === '*'
    const kept = this.#facets(merged(this.#typeFacets(type), schema))
    return {
      ...(required === undefined || required === derived ? {} : { required }),
      ...rest,
      ...(kept === undefined ? {} : { schema: kept }),
      ...(this.#writer.context.layout.descriptions === true && doc !== undefined && doc !== '' ? { doc } : {}),
    }
  }

  /** The facets of named types for all their values, also as elements of lists and maps. */
  #typeFacets(ref: TypeRef): SchemaFacets | undefined {
    if (ref.form === 'list' || ref.form === 'map') {
      const items = this.#typeFacets(ref.form === 'list' ? ref.element : ref.value)
      return items === undefined ? undefined : { items }
    }
    if (ref.form !== 'named') return undefined
    const declaration = this.#writer.context.index.resolve(ref)?.declaration
    if (declaration?.form !== 'named') return undefined
    return merged(this.#typeFacets(declaration.type), declaration.schema)
  }

  #facets(schema: SchemaFacets | undefined): SchemaFacets | undefined {
    if (schema === undefined || this.#writer.context.layout.validationTags === true) return schema
    const kept = Object.entries(schema).flatMap(([name, value]) => {
      if (name === 'tags') return []
      const inside = name === 'items' ? this.#facets(schema.items) : value
      return inside === undefined ? [] : [[name, inside]]
    })
    return kept.length > 0 ? Object.fromEntries(kept) : undefined
  }

  #type(ref: TypeRef): string {
    switch (ref.form) {
      case 'scalar':
        return this.#scalar(ref.scalar, ref.name === undefined ? {} : { name: ref.name })
      case 'list':
        return this.#list(ref, {})
      case 'map':
        return this.#map(ref, {})
      case 'variant':
        return `gen.variant('${ref.shape}', ${this.#type(ref.schema)})`
      case 'named':
        return this.#named(ref)
    }
  }

  #list(ref: Extract<TypeRef, { form: 'list' }>, facts: { message?: string; name?: string }): string {
    const all = { ...(ref.pointerElements ? { pointerElements: true } : {}), ...facts }
    return call('list', this.#type(ref.element), all)
  }

  #map(ref: Extract<TypeRef, { form: 'map' }>, facts: { name?: string }): string {
    const { pointerValues, key } = ref
    // A named map is printed by its name.
    const keys = key === undefined || facts.name !== undefined ? {} : { key }
    const all = { ...(pointerValues ? { pointerValues: true } : {}), ...keys, ...facts }
    return call('map', this.#type(ref.value), all)
  }

  #named(ref: NamedRef): string {
    const located = this.#writer.context.index.resolve(ref)
    if (located === undefined) throw new Error(`unknown type ${ref.package}#${ref.name}`)
    const { declaration } = located
    if (declaration.form === 'struct') {
      return `${this.#writer.qualifier(located.package)}${descriptorName(declaration.name)}`
    }
    return this.#namedType(declaration as NamedTypeDeclaration, located.package)
  }

  #namedType(declaration: NamedTypeDeclaration, pkg: ApiPackage): string {
    const name = `${pkg.path.split('/').at(-1)}.${declaration.name}`
    const { type } = declaration
    // Go forgets the names between.
    const underlying = this.#writer.context.index.underlying(type)
    if (underlying.form === 'list') {
      return this.#list(underlying, { ...(declaration.wrapped === true ? { message: declaration.name } : {}), name })
    }
    if (underlying.form === 'map') return this.#map(underlying, { name })
    if (underlying.form !== 'scalar') return this.#type(underlying)
    const facts = unnamed.has(underlying.scalar) ? {} : { name }
    return this.#scalar(
      underlying.scalar,
      declaration.enum === undefined ? facts : { ...facts, enum: declaration.enum },
    )
  }

  #scalar(kind: ScalarKind, facts: { name?: string; enum?: readonly string[] }): string {
    const text = Object.keys(facts).length === 0 ? `gen.scalar('${kind}')` : `gen.scalar('${kind}', ${literal(facts)})`
    if (this.#inline) return text
    const known = this.#scalars.get(text)
    if (known !== undefined) return known
    const base = facts.name === undefined ? `$${kind}` : `$${facts.name.replaceAll(/[^A-Za-z0-9]/g, '_')}`
    let name = base
    for (let count = 2; this.#names.has(name); count++) name = `${base}${count}`
    this.#names.add(name)
    this.#scalars.set(text, name)
    return name
  }
}

/** Facets of a type and of its use, which says the last word. */
function merged(type: SchemaFacets | undefined, use: SchemaFacets | undefined): SchemaFacets | undefined {
  if (type === undefined || use === undefined) return type ?? use
  const items = merged(type.items, use.items)
  return { ...type, ...use, ...(items === undefined ? {} : { items }) }
}

function call(maker: string, argument: string, facts: object): string {
  return Object.keys(facts).length === 0 ? `gen.${maker}(${argument})` : `gen.${maker}(${argument}, ${literal(facts)})`
}

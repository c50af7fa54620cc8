import { fieldShape } from '../../src/descriptor/field-shape.js'
import type { FieldDescriptor, StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'
import type { Declaration, Field, KindFacts, NamedTypeDeclaration, StructDeclaration } from '../ir/declarations.js'
import type { ApiPackage } from '../ir/model.js'
import { listRef, mapRef, namedRef, scalarRef, type TypeRef } from '../ir/type-ref.js'

/** A built module with generated types, seen as names and values. */
export type GeneratedModule = Readonly<Record<string, unknown>>

/** The identity of a generated module. */
export interface ExternalModule {
  /** Path of its package in the model, for example `k8s.io/api/core/v1`. */
  readonly path: string
  /** Specifier under which generated code imports it. */
  readonly specifier: string
  readonly module: GeneratedModule
  /** Path of the package that has a model prefix such as `io.k8s.api.core.v1`. */
  pathOf(modelPrefix: string): string
}

/** Makes the model's view of types that exist already from their descriptors. */
export function externalPackage(source: ExternalModule): ApiPackage {
  const reader = new DescriptorReader(source)
  for (const [name, value] of Object.entries(source.module)) {
    if (name.endsWith('Descriptor') && isStruct(value)) reader.declare(value)
  }
  for (const value of Object.values(source.module)) reader.markKind(value)
  const groupVersion = source.module.groupVersion as { group: string; version: string } | undefined
  return {
    path: source.path,
    group: groupVersion?.group,
    version: groupVersion?.version,
    modelPrefix: reader.modelPrefix,
    protoPackage: source.path.replaceAll('/', '.'),
    digest: '',
    declarations: reader.declarations,
    constants: [],
    registered: [],
    registersMeta: false,
    external: source.specifier,
  }
}

function isStruct(value: unknown): value is StructDescriptor {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'struct'
}

class DescriptorReader {
  readonly declarations: Declaration[] = []
  modelPrefix = ''
  readonly #source: ExternalModule
  readonly #byName = new Map<string, Declaration>()

  constructor(source: ExternalModule) {
    this.#source = source
  }

  declare(descriptor: StructDescriptor): void {
    const { prefix, name } = splitName(descriptor.name)
    this.modelPrefix = prefix
    this.#add({
      form: 'struct',
      name,
      fields: descriptor.fields.map((field) => this.#field(field)),
      options: descriptor.options,
    })
  }

  /** Marks the struct of a kind class as a kind. */
  markKind(value: unknown): void {
    if (typeof value !== 'function') return
    const { groupVersionKind, descriptor, resource } = value as Partial<{
      groupVersionKind: { kind: string }
      descriptor: StructDescriptor
      resource: KindFacts['resource']
    }>
    if (groupVersionKind === undefined || descriptor === undefined) return
    const struct = this.#byName.get(splitName(descriptor.name).name) as StructDeclaration | undefined
    if (struct === undefined) return
    const hasTypeMeta = struct.fields.some(({ name, shape }) => shape === '<' && name === 'TypeMeta')
    struct.kind = { kind: groupVersionKind.kind, registered: true, hasTypeMeta, ...(resource ? { resource } : {}) }
  }

  #add(declaration: Declaration): void {
    if (this.#byName.has(declaration.name)) return
    this.#byName.set(declaration.name, declaration)
    this.declarations.push(declaration)
  }

  #field({ name, number, type, pointer, omit, inline, options }: FieldDescriptor): Field {
    return { name, number, type: this.#type(type), shape: fieldShape({ pointer, omit, inline }), options }
  }

  #type(type: TypeDescriptor): TypeRef {
    switch (type.kind) {
      case 'struct': {
        const { prefix, name } = splitName(type.name)
        return namedRef(this.#source.pathOf(prefix), name)
      }
      case 'list':
        return this.#named(type.name, {
          type: listRef(this.#type(type.element), type.pointerElements),
          ...(type.message === undefined ? {} : { wrapped: true }),
        })
      case 'map':
        return this.#named(type.name, { type: mapRef(this.#type(type.value), type.pointerValues, type.key) })
      case 'variant': {
        const { prefix, name } = splitName(type.schema.name)
        return { form: 'variant', shape: type.shape, schema: namedRef(this.#source.pathOf(prefix), name) }
      }
      default:
        return this.#scalar(type)
    }
  }

  #scalar({ kind, name, enum: values }: Extract<TypeDescriptor, { enum?: readonly string[] }>): TypeRef {
    const type = scalarRef(kind)
    if (name === undefined || kind !== 'string') return type
    return this.#named(name, { type, ...(values === undefined ? {} : { enum: [...values] }) })
  }

  /** Types that have a name in Go and no value at run time are found where fields use them. */
  #named(goName: string | undefined, facts: Omit<NamedTypeDeclaration, 'form' | 'name'>): TypeRef {
    const name = goName?.split('.').at(-1)
    if (goName === undefined || name === undefined || !goName.startsWith(`${this.#source.path.split('/').at(-1)}.`)) {
      return facts.type
    }
    this.#add({ form: 'named', name, ...facts })
    return namedRef(this.#source.path, name)
  }
}

function splitName(full: string): { prefix: string; name: string } {
  const dot = full.lastIndexOf('.')
  return { prefix: full.slice(0, dot), name: full.slice(dot + 1) }
}

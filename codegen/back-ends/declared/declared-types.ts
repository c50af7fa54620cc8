import { isZero } from '../../../src/descriptor/zero-value.js'
import type { Field, StructDeclaration } from '../../ir/declarations.js'
import type { ApiModel } from '../../ir/model.js'
import { type Located, TypeIndex } from '../../ir/type-index.js'
import type { NamedRef, TypeRef } from '../../ir/type-ref.js'
import { isEnforced, keptTags, shortTag } from './kept-tags.js'

/** Tags by field. */
export type FieldTags = Readonly<Record<string, readonly string[]>>

/** A type that a server looks into for the sake of declared rules. */
export interface DeclaredType {
  /** Path of the package. */
  readonly package: string
  readonly name: string
  readonly fields: FieldTags
  /** Packages of the types of its fields. */
  readonly packages: readonly string[]
}

/** The types of a release that lead to enforced tags, from the kinds for which `isRoot` holds. */
export function declaredTypes(model: ApiModel, isRoot: (kind: string) => boolean): DeclaredType[] {
  const walk = new Walk(new TypeIndex(model))
  for (const pkg of model.packages) {
    for (const declaration of pkg.declarations) {
      if (declaration.form !== 'struct' || declaration.kind?.resource === undefined) continue
      if (isRoot(declaration.kind.kind)) walk.reach({ package: pkg, declaration })
    }
  }
  return walk.found
}

class Walk {
  readonly #index: TypeIndex
  readonly #reached = new Set<string>()
  readonly #leading = new Map<string, boolean>()
  readonly found: DeclaredType[] = []

  constructor(index: TypeIndex) {
    this.#index = index
  }

  /** Notes a struct, and those that it leads to. */
  reach(struct: Located<StructDeclaration>): void {
    const key = keyOf(struct)
    if (this.#reached.has(key) || !this.#leads(struct)) return
    this.#reached.add(key)
    const fields: Record<string, readonly string[]> = {}
    const packages = new Set<string>()
    for (const field of struct.declaration.fields) {
      const inner = this.#inner(field)
      const leads = inner !== undefined && this.#leads(inner)
      const tags = this.#tagsOf(field, struct.declaration.name)
      if (!leads && !tags.some(isEnforced) && !isTrigger(tags)) continue
      const kept = keptTags(tags)
      if (kept.length > 0) fields[field.name] = kept
      if (!leads) continue
      packages.add(inner.package.path)
      this.reach(inner)
    }
    const { path } = struct.package
    this.found.push({ package: path, name: struct.declaration.name, fields, packages: [...packages] })
  }

  /** Whether a struct has enforced tags, or leads to some. */
  #leads(struct: Located<StructDeclaration>): boolean {
    const key = keyOf(struct)
    const known = this.#leading.get(key)
    if (known !== undefined) return known
    this.#leading.set(key, false)
    const leads = struct.declaration.fields.some((field) => {
      if (this.#tagsOf(field, struct.declaration.name).some(isEnforced)) return true
      const inner = this.#inner(field)
      return inner !== undefined && this.#leads(inner)
    })
    this.#leading.set(key, leads)
    return leads
  }

  /** The struct of a field, of its items or of its values; undefined where a tag hides it. */
  #inner({ type, options }: Field): Located<StructDeclaration> | undefined {
    if ((options.schema?.tags ?? []).some((tag) => /(?:^|k8s:)opaqueType$/.test(tag))) return undefined
    return this.#structOf(type)
  }

  #structOf(type: TypeRef): Located<StructDeclaration> | undefined {
    const end = this.#index.underlying(type)
    if (end.form === 'list') return this.#structOf(end.element)
    if (end.form === 'map') return this.#structOf(end.value)
    return end.form === 'named' ? this.#index.struct(end) : undefined
  }

  /** The tags of a field, then those of its type, as tables have them. */
  #tagsOf(field: Field, struct: string): string[] {
    const own = (field.options.schema?.tags ?? []).flatMap((text) => {
      const tag = shortTag(text)
      if (tag === 'customValidation') return `customValidation=${struct}.${field.name}`
      return /^(?!subfield|eachVal).*\boptional$/.test(tag) ? this.#presence(field, tag) : tag
    })
    return [...own, ...this.#typeTags(field.type)]
  }

  /** Fields with a default are always there; where the default is zero, nothing can be said. */
  #presence({ type, shape, options }: Field, tag: string): string[] {
    if (options.default === undefined) return [tag]
    const end = this.#index.underlying(type)
    if (shape.startsWith('*') || end.form !== 'scalar') return [tag.replace(/optional$/, 'required')]
    return isZero({ kind: end.scalar }, options.default) ? [] : [tag.replace(/optional$/, 'required')]
  }

  #typeTags(type: TypeRef): string[] {
    if (type.form === 'list') return this.#typeTags(type.element).map((tag) => `eachVal=${tag}`)
    if (type.form === 'map') return this.#typeTags(type.value).map((tag) => `eachVal=${tag}`)
    return type.form === 'named' ? this.#tagsOfNamed(type) : []
  }

  #tagsOfNamed(ref: NamedRef): string[] {
    const declaration = this.#index.resolve(ref)?.declaration
    if (declaration?.form !== 'named') return []
    const own = (declaration.schema?.tags ?? []).map(shortTag)
    return [...own, ...this.#typeTags(declaration.type)]
  }
}

/** The discriminator of modes or unions: other fields need it. */
function isTrigger(tags: readonly string[]): boolean {
  return tags.some((tag) => /(?:^|=)(?:mode|union)Discriminator/.test(tag))
}

function keyOf({ package: { path }, declaration }: Located<StructDeclaration>): string {
  return `${path}#${declaration.name}`
}

import type { ScalarKind } from '../../../src/descriptor/types.js'
import type { StructDeclaration } from '../../ir/declarations.js'
import { isRequired } from '../../ir/is-required.js'
import type { TypeIndex } from '../../ir/type-index.js'
import type { NamedRef, TypeRef } from '../../ir/type-ref.js'

/** How a value of one type becomes one of another. */
export type Relation =
  /** The values are the same. */
  | { readonly way: 'same' }
  /** Two structs that need a conversion of their own. */
  | { readonly way: 'struct'; readonly from: NamedRef; readonly to: NamedRef }
  | { readonly way: 'list' | 'map'; readonly each: Relation }
  | { readonly way: 'none'; readonly reason: string }

const same: Relation = { way: 'same' }

/** Integers that another kind of integer holds without loss. */
const wider: Partial<Record<ScalarKind, readonly ScalarKind[]>> = {
  int32: ['int64'],
  uint32: ['int64', 'uint64'],
  float: ['double'],
}

/** Compares types of two versions. */
export class TypeComparison {
  readonly #index: TypeIndex
  /** Answers that are final. */
  readonly #known = new Map<string, boolean>()
  /** Pairs that the question being answered has come to: the same unless a difference is found. */
  #assumed: Set<string> | undefined

  constructor(index: TypeIndex) {
    this.#index = index
  }

  relation(from: TypeRef, to: TypeRef): Relation {
    const [a, b] = [this.#underlying(from), this.#underlying(to)]
    if (a.form === 'scalar' && b.form === 'scalar') {
      if (a.scalar === b.scalar || wider[a.scalar]?.includes(b.scalar)) return same
      return { way: 'none', reason: `${a.scalar} is no ${b.scalar}` }
    }
    if (a.form === 'list' && b.form === 'list') return this.#nested('list', a.element, b.element)
    if (a.form === 'map' && b.form === 'map') return this.#nested('map', a.value, b.value)
    if (a.form === 'named' && b.form === 'named') {
      return this.identical(a, b) ? same : { way: 'struct', from: a, to: b }
    }
    if (a.form === 'variant' && b.form === 'variant' && a.shape === b.shape && this.identical(a.schema, b.schema))
      return same
    return { way: 'none', reason: `${describe(a)} is no ${describe(b)}` }
  }

  #nested(way: 'list' | 'map', from: TypeRef, to: TypeRef): Relation {
    const each = this.relation(from, to)
    if (each.way === 'same' || each.way === 'none') return each
    return { way, each }
  }

  /**
   * Reports whether two structs have the same fields all the way down: values of one are values of the other, for the
   * compiler, too. Types that contain themselves are the same when no difference is found anywhere below.
   */
  identical(from: NamedRef, to: NamedRef): boolean {
    if (from.package === to.package && from.name === to.name) return true
    const key = `${from.package}#${from.name}|${to.package}#${to.name}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#assumed !== undefined) return this.#isSameBelow(key, from, to)
    const assumed = new Set<string>()
    this.#assumed = assumed
    const answer = this.#isSameBelow(key, from, to)
    this.#assumed = undefined
    // Assumptions made before a difference was found are not reliable: they may lead to the difference itself.
    if (answer) for (const pair of assumed) this.#known.set(pair, true)
    return answer
  }

  #isSameBelow(key: string, from: NamedRef, to: NamedRef): boolean {
    const assumed = this.#assumed!
    if (assumed.has(key)) return true
    assumed.add(key)
    const [a, b] = [this.struct(from), this.struct(to)]
    const answer = a !== undefined && b !== undefined && a.kind === undefined && this.#sameFields(a, b)
    if (!answer) this.#known.set(key, false)
    return answer
  }

  #sameFields(a: StructDeclaration, b: StructDeclaration): boolean {
    if (isExcluded(a) || isExcluded(b) || a.fields.length !== b.fields.length) return false
    return a.fields.every((field) => {
      const other = b.fields.find(({ name, shape }) => name === field.name && (shape === '<') === (field.shape === '<'))
      if (other === undefined || field.skipConversion === true || other.skipConversion === true) return false
      if (isRequired(field) !== isRequired(other)) return false
      return this.relation(field.type, other.type).way === 'same'
    })
  }

  struct(ref: NamedRef): StructDeclaration | undefined {
    return this.#index.struct(ref)?.declaration
  }

  #underlying(ref: TypeRef): TypeRef {
    const type = this.#index.underlying(ref)
    return type.form === 'named' ? this.#index.canonical(type) : type
  }
}

/** `+k8s:conversion-gen=false` on a type: nothing is written for it. */
export function isExcluded({ markers }: StructDeclaration): boolean {
  return markers?.['k8s:conversion-gen']?.includes('false') === true
}

function describe(type: TypeRef): string {
  return type.form === 'scalar' ? type.scalar : type.form === 'named' ? type.name : type.form
}

import type { Field, StructDeclaration } from '../../ir/declarations.js'
import type { ApiPackage } from '../../ir/model.js'
import type { TypeIndex } from '../../ir/type-index.js'
import { isTypeMeta, type NamedRef, namedRef } from '../../ir/type-ref.js'
import { isExcluded, type Relation, TypeComparison } from './compare-types.js'

/** A field that is carried over by generated code. */
export interface FieldStep {
  readonly from: Field
  readonly to: Field
  readonly relation: Relation
}

/** A field that generated code does not carry over. */
export interface FieldLoss {
  readonly field: Field
  readonly reason: string
}

/** How one struct becomes another. */
export interface StructPlan {
  readonly from: NamedRef
  readonly to: NamedRef
  readonly source: StructDeclaration
  readonly target: StructDeclaration
  readonly steps: readonly FieldStep[]
  readonly losses: readonly FieldLoss[]
  /** `+k8s:conversion-gen=false`: the hook does it all. */
  readonly byHand: boolean
}

/** Plans one direction between two versions: the kinds that both have, and every struct on the way. */
export class ConversionPlan {
  readonly from: ApiPackage
  readonly to: ApiPackage
  readonly structs: StructPlan[] = []
  /** Kinds of both versions. */
  readonly kinds: StructPlan[] = []
  /** Kinds that the other version does not have. */
  readonly missing: StructDeclaration[] = []
  readonly #comparison: TypeComparison
  readonly #planned = new Map<string, StructPlan>()

  constructor(index: TypeIndex, from: ApiPackage, to: ApiPackage) {
    this.from = from
    this.to = to
    this.#comparison = new TypeComparison(index)
    for (const source of from.declarations) {
      if (source.form !== 'struct' || source.kind === undefined) continue
      const target = to.declarations.find((each) => each.form === 'struct' && each.kind?.kind === source.kind?.kind)
      if (target === undefined) this.missing.push(source)
      else this.kinds.push(this.plan(namedRef(from.path, source.name), namedRef(to.path, target.name)))
    }
  }

  /** The plan for a pair of structs, made on first use. */
  plan(from: NamedRef, to: NamedRef): StructPlan {
    const key = `${from.package}#${from.name}|${to.package}#${to.name}`
    const known = this.#planned.get(key)
    if (known !== undefined) return known
    const source = this.#comparison.struct(from)!
    const target = this.#comparison.struct(to)!
    const byHand = isExcluded(source) || isExcluded(target)
    const steps: FieldStep[] = []
    const losses: FieldLoss[] = []
    const plan: StructPlan = { from, to, source, target, steps, losses, byHand }
    this.#planned.set(key, plan)
    this.structs.push(plan)
    for (const field of byHand ? [] : source.fields) {
      if (field.skipConversion === true || (field.shape === '<' && isTypeMeta(field.type))) continue
      this.#planField(field, target, { steps, losses })
    }
    return plan
  }

  #planField(field: Field, target: StructDeclaration, result: { steps: FieldStep[]; losses: FieldLoss[] }): void {
    const other = target.fields.find(
      ({ name, shape }) => name === field.name && (shape === '<') === (field.shape === '<'),
    )
    if (other === undefined) {
      result.losses.push({ field, reason: `${this.to.version} has no such field` })
      return
    }
    if (other.skipConversion === true) return
    const relation = this.#comparison.relation(field.type, other.type)
    if (relation.way === 'none') {
      result.losses.push({ field, reason: relation.reason })
      return
    }
    result.steps.push({ from: field, to: other, relation })
    this.#planRelation(relation)
  }

  #planRelation(relation: Relation): void {
    if (relation.way === 'list' || relation.way === 'map') this.#planRelation(relation.each)
    else if (relation.way === 'struct') this.plan(relation.from, relation.to)
  }
}

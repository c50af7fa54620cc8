import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { Relation } from './compare-types.js'
import type { ConversionPlan, FieldLoss, StructPlan } from './plan-conversion.js'

/** A field that is lost, by its path from the kind. */
interface Loss extends FieldLoss {
  readonly path: string
}

/** Says of every kind what a round trip would lose if no hook kept it. */
export function lossReport(plans: readonly ConversionPlan[]): string {
  const blocks = plans.flatMap((plan) => {
    const [from, to] = [plan.from.version, plan.to.version]
    const rows = plan.kinds.flatMap((kind) => {
      const losses = lossesOf(plan, kind)
      if (kind.source.kind?.itemType !== undefined) return []
      const lines = losses.map(({ path, reason }) => `  ${path}: ${reason}`)
      if (losses.length === mostRows) lines.push('  and more')
      return [`${kind.source.name}, ${from} to ${to} and back:`, ...(lines.length > 0 ? lines : ['  nothing is lost'])]
    })
    return [...rows, ...plan.missing.map(({ name }) => `${name}, ${from} to ${to}: ${to} has no such kind`)]
  })
  return `What a round trip loses where no hook keeps it.\n\n${blocks.join('\n')}\n`
}

/** Reports each lost field at its place in the source. */
export function warnOfLosses(plans: readonly ConversionPlan[], diagnostics: Diagnostics): void {
  for (const plan of plans) {
    for (const struct of plan.structs) {
      for (const { field, reason } of struct.losses) {
        const message = `${struct.source.name}.${field.name} is lost from ${plan.from.version} to ${plan.to.version} where no hook keeps it: ${reason}`
        diagnostics.warning('conversion-loss', message, field.span)
      }
    }
  }
}

/** Types that are used in many places have as many paths; a report is for reading. */
const mostRows = 1000

function lossesOf(plan: ConversionPlan, root: StructPlan): Loss[] {
  const losses: Loss[] = []
  const open = new Set<StructPlan>()
  const lossy = lossyStructs(plan)
  const visit = (struct: StructPlan, path: string): void => {
    if (open.has(struct) || !lossy.has(struct) || losses.length >= mostRows) return
    open.add(struct)
    if (struct.byHand) {
      for (const field of struct.source.fields)
        losses.push({ field, path: join(path, field.name), reason: 'left to the hook' })
    }
    for (const { field, reason } of struct.losses) losses.push({ field, reason, path: join(path, field.name) })
    for (const { from, relation } of struct.steps) {
      const inner = innermost(relation)
      const at = from.shape === '<' ? path : join(path, `${from.name}${brackets(relation)}`)
      if (inner.way === 'struct') visit(plan.plan(inner.from, inner.to), at)
    }
    open.delete(struct)
  }
  visit(root, '')
  return losses.slice(0, mostRows)
}

/** Structs that lose something themselves or below. */
function lossyStructs(plan: ConversionPlan): Set<StructPlan> {
  const users = new Map<StructPlan, StructPlan[]>()
  const found: StructPlan[] = []
  for (const struct of plan.structs) {
    if (struct.byHand || struct.losses.length > 0) found.push(struct)
    for (const { relation } of struct.steps) {
      const inner = innermost(relation)
      if (inner.way !== 'struct') continue
      const below = plan.plan(inner.from, inner.to)
      users.set(below, [...(users.get(below) ?? []), struct])
    }
  }
  const lossy = new Set(found)
  for (const struct of lossy) for (const user of users.get(struct) ?? []) lossy.add(user)
  return lossy
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function innermost(relation: Relation): Relation {
  return relation.way === 'list' || relation.way === 'map' ? innermost(relation.each) : relation
}

function brackets(relation: Relation): string {
  if (relation.way === 'list') return `[]${brackets(relation.each)}`
  return relation.way === 'map' ? `.*${brackets(relation.each)}` : ''
}

import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { ApiModel } from '../../ir/model.js'
import type { OutputFile } from '../../output/output-file.js'
import type { TypeScriptLayout } from '../typescript/layout.js'
import { ModuleWriter, oneLine, type WriterContext, writerContext } from '../typescript/module-writer.js'
import { isInherited, lowerFirst, member, ownValue, quote } from '../typescript/names.js'
import type { Relation } from './compare-types.js'
import { lossReport, warnOfLosses } from './loss-report.js'
import { ConversionPlan, type StructPlan } from './plan-conversion.js'
import { type VersionPair, versionPairs } from './version-pairs.js'

/**
 * Writes `conversions.gen.ts` for every version that is no hub: fields that both versions have are copied, the
 * rest are named hooks that the user implements; and `conversions.txt`, what a round trip would lose without them.
 */
export function writeConversions(model: ApiModel, layout: TypeScriptLayout, diagnostics: Diagnostics): OutputFile[] {
  const context = writerContext(model, layout)
  const byFolder = new Map<string, VersionPair[]>()
  for (const pair of versionPairs(model, diagnostics)) {
    const folder = layout.folderOf(pair.spoke)
    if (folder !== undefined) byFolder.set(folder, [...(byFolder.get(folder) ?? []), pair])
  }
  return [...byFolder].flatMap(([folder, pairs]) => {
    const inFolder = (name: string) => (folder === '' ? name : `${folder}/${name}`)
    return pairs.flatMap((pair) => {
      const name = pairs.length === 1 ? 'conversions' : `conversions-${pair.hub.version}`
      const writer = new PairWriter(context, pair, name)
      warnOfLosses(writer.plans, diagnostics)
      return [
        { path: inFolder(`${name}.gen.ts`), text: writer.text() },
        { path: inFolder(`${name}.txt`), text: lossReport(writer.plans) },
      ]
    })
  })
}

class PairWriter {
  readonly plans: readonly ConversionPlan[]
  readonly #writer: ModuleWriter
  readonly #pair: VersionPair

  constructor(context: WriterContext, pair: VersionPair, file: string) {
    this.#pair = pair
    this.#writer = new ModuleWriter(context, pair.spoke, file)
    const { spoke, hub } = pair
    this.plans = [new ConversionPlan(context.index, spoke, hub), new ConversionPlan(context.index, hub, spoke)]
  }

  text(): string {
    this.#writer.contract()
    this.#hooks()
    this.#registration()
    for (const plan of this.plans) for (const struct of plan.structs) this.#function(plan, struct)
    return this.#writer.text()
  }

  /** A type with its module: `types.gen.ts` of either version, or of a package that both use. */
  #typeName(ref: { package: string; name: string }): string {
    const pkg = this.#writer.context.index.lookup({ form: 'named', ...ref })?.package ?? this.#pair.spoke
    return `${this.#writer.qualifier(pkg, 'types')}${ref.name}`
  }

  #dataText(ref: { package: string; name: string }): string {
    this.#typeName(ref)
    const isKind = this.#writer.context.index.struct({ form: 'named', ...ref })?.declaration.kind !== undefined
    return isKind ? `gen.ObjectInit<${this.#typeName(ref)}>` : this.#typeName(ref)
  }

  #hooks(): void {
    const hooked = this.#hooked()
    this.#writer.line('/** What cannot be carried over field by field. Each runs after the fields that can. */')
    if (hooked.length === 0) {
      this.#writer.line('export type ConversionHooks = Readonly<Record<string, never>>')
    } else {
      this.#writer.line('export interface ConversionHooks {')
      for (const { plan, struct } of hooked) {
        this.#writer.line(`  /** ${oneLine(reasons(struct).join('; '))}. */`)
        const parameters = `from: ${this.#dataText(struct.from)}, to: ${this.#dataText(struct.to)}, scope: gen.ConversionScope`
        const optional = needsHook(struct) ? '' : '?'
        this.#writer.line(`  ${functionName(plan, struct)}${optional}(${parameters}): void`)
      }
      this.#writer.line('}')
    }
    this.#writer.line('')
  }

  /** Structs with losses, and the kinds: what has no field below may be kept in an annotation. */
  #hooked(): { plan: ConversionPlan; struct: StructPlan }[] {
    return this.plans.flatMap((plan) =>
      plan.structs.filter((struct) => needsHook(struct) || isServedKind(struct)).map((struct) => ({ plan, struct })),
    )
  }

  #registration(): void {
    const isNeeded = this.#hooked().some(({ struct }) => needsHook(struct))
    const hooks = isNeeded ? 'hooks: ConversionHooks' : 'hooks: ConversionHooks = {}'
    const unused = this.plans.some(({ kinds }) => kinds.length > 0) ? '' : '_'
    const parameters = `${unused}scheme: gen.KindRegistrar, ${unused}${hooks}`
    this.#writer.line(`export function addConversionsToScheme(${parameters}): void {`)
    for (const { to, target } of this.plans[0]?.kinds ?? []) {
      if (target.kind?.itemType === undefined) this.#writer.line(`  scheme.addHub(${this.#typeName(to)})`)
    }
    for (const plan of this.plans) {
      for (const struct of plan.kinds) {
        const [from, to] = [this.#typeName(struct.from), this.#typeName(struct.to)]
        this.#writer.line(
          `  scheme.addGeneratedConversionFunc<${from}, ${to}>(${from}, ${to}, (from, scope) => new ${to}(${functionName(plan, struct)}(from, scope, hooks)))`,
        )
      }
    }
    this.#writer.line('}')
  }

  #function(plan: ConversionPlan, struct: StructPlan): void {
    const [from, to] = [this.#dataText(struct.from), this.#dataText(struct.to)]
    const name = functionName(plan, struct)
    const body = this.#body(plan, struct, name)
    const isUsed = (name: string, pattern: RegExp) => (body.some((line) => pattern.test(line)) ? name : `_${name}`)
    const parameters = [
      `${isUsed('from', /\bfrom[.,[]/)}: ${from}`,
      `${isUsed('scope', /\bscope(, hooks)?\)/)}: gen.ConversionScope`,
      `${isUsed('hooks', /\bhooks[).]/)}: ConversionHooks`,
    ]
    this.#writer.line('')
    this.#writer.line(`export function ${name}(${parameters.join(', ')}): ${to} {`)
    for (const line of [`const to = {} as ${to}`, ...body, 'return to']) this.#writer.line(`  ${line}`)
    this.#writer.line('}')
  }

  #body(plan: ConversionPlan, struct: StructPlan, name: string): string[] {
    const lines: string[] = []
    for (const { from: field, to: target, relation } of struct.steps) {
      if (field.shape === '<') {
        lines.push(`Object.assign(to, ${this.#value(plan, relation, { at: 'from' })})`)
        continue
      }
      const isSame = relation.way === 'same'
      if (isInherited(field.name) || isInherited(target.name)) {
        const own = ownValue('from', field.name)
        const set = `gen.setOwn(to, ${quote(target.name)}, ${this.#value(plan, relation, { at: 'own' })})`
        lines.push('{', `  const own = ${own}`, `  if (own ${isSame ? '!== undefined' : '!= null'}) ${set}`, '}')
        continue
      }
      const source = member('from', field.name)
      const value = this.#value(plan, relation, { at: source })
      const isThere = isSame ? '!== undefined' : '!= null'
      lines.push(`if (${source} ${isThere}) ${member('to', target.name)} = ${value}`)
    }
    if (needsHook(struct)) lines.push(`hooks.${name}(from, to, scope)`)
    else if (isServedKind(struct)) lines.push(`hooks.${name}?.(from, to, scope)`)
    return lines
  }

  /** The expression for a value at `at`, `depth` lists and maps within its field. */
  #value(plan: ConversionPlan, relation: Relation, { at, depth = 0 }: { at: string; depth?: number }): string {
    const each = depth === 0 ? 'each' : `each${depth}`
    const inner = (relation: Relation) => this.#value(plan, relation, { at: each, depth: depth + 1 })
    switch (relation.way) {
      case 'struct': {
        const struct = plan.plan(relation.from, relation.to)
        const call = `${functionName(plan, struct)}(${at}, scope, hooks)`
        const isItem = depth > 0 && struct.target.kind !== undefined
        return isItem ? `new ${this.#typeName(relation.to)}(${call})` : call
      }
      case 'list':
        return `${at}.map((${each}) => ${inner(relation.each)})`
      case 'map':
        return `Object.fromEntries(Object.entries(${at}).map(([key, ${each}]) => [key, ${inner(relation.each)}]))`
      default:
        return at
    }
  }
}

function needsHook({ losses, byHand }: StructPlan): boolean {
  return byHand || losses.length > 0
}

function isServedKind({ source }: StructPlan): boolean {
  return source.kind !== undefined && source.kind.itemType === undefined
}

function reasons({ losses, byHand }: StructPlan): string[] {
  if (byHand) return ['everything: marked +k8s:conversion-gen=false']
  if (losses.length === 0) return ['For what is lost below, in annotations for example']
  return losses.map(({ field, reason }) => `\`${field.name}\`: ${reason}`)
}

function functionName({ to }: ConversionPlan, { from, to: target }: StructPlan): string {
  const version = (to.version ?? '').replace(/^./, (first) => first.toUpperCase())
  const renamed = target.name === from.name ? '' : target.name
  return `${lowerFirst(from.name)}To${version}${renamed}`
}

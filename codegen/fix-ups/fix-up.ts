import type { FieldOptions } from '../../src/descriptor/types.js'
import type { Diagnostics } from '../diagnostics/diagnostic.js'
import type { Constant, Field, StructDeclaration } from '../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../ir/model.js'
import type { ResourceFacts } from '../ir/resource-facts.js'
import type { NamedRef } from '../ir/type-ref.js'

/** Common fields of fix-ups: where it applies and which defect of the source it works around. */
interface FixUpBase {
  readonly package: string
  /** One sentence: what the source lacks or gets wrong. */
  readonly defect: string
}

/** A correction of the model, as data. */
export type FixUp = FixUpBase &
  (
    | { readonly op: 'drop-type'; readonly type: string }
    | { readonly op: 'drop-constant'; readonly constant: string }
    | { readonly op: 'set-constant'; readonly constant: Constant }
    | { readonly op: 'set-resource'; readonly kind: string; readonly resource: Partial<ResourceFacts> }
    | { readonly op: 'set-registered'; readonly registered: readonly NamedRef[] }
    | { readonly op: 'set-kind'; readonly type: string; readonly kind: NonNullable<StructDeclaration['kind']> }
    | {
        readonly op: 'set-field'
        readonly type: string
        readonly field: string
        readonly set: Partial<Pick<Field, 'number' | 'shape' | 'type'>>
        readonly options?: FieldOptions
      }
  )

/**
 * Applies fix-ups to a model in place. One that finds nothing to change is an error when `strict` (the release it was
 * written for), otherwise it is skipped: an older or newer release may not have the defect.
 */
export function applyFixUps(
  model: ApiModel,
  fixUps: readonly FixUp[],
  run: { strict: boolean; diagnostics: Diagnostics },
): void {
  for (const fixUp of fixUps) {
    const pkg = model.packages.find(({ path }) => path === fixUp.package)
    if (pkg !== undefined && apply(pkg, fixUp)) continue
    if (run.strict) {
      run.diagnostics.error(
        'fix-up',
        `the fix-up "${describe(fixUp)}" no longer applies; it worked around: ${fixUp.defect}`,
      )
    }
  }
}

function describe(fixUp: FixUp): string {
  const { op, defect: _, ...rest } = fixUp
  return `${op} ${JSON.stringify(rest)}`
}

/** Returns whether the model changed. */
function apply(pkg: ApiPackage, fixUp: FixUp): boolean {
  switch (fixUp.op) {
    case 'drop-type':
      return remove(pkg.declarations, ({ name }) => name === fixUp.type)
    case 'drop-constant':
      return remove(pkg.constants, ({ name }) => name === fixUp.constant)
    case 'set-constant':
      return setConstant(pkg.constants, fixUp.constant)
    case 'set-resource':
      return setResource(structOf(pkg, fixUp.kind), fixUp.resource)
    case 'set-registered':
      return setRegistered(pkg, fixUp.registered)
    case 'set-kind': {
      const struct = structOf(pkg, fixUp.type)
      if (struct === undefined || same(struct.kind, fixUp.kind)) return false
      struct.kind = { ...fixUp.kind }
      return true
    }
    case 'set-field':
      return setField(
        structOf(pkg, fixUp.type)?.fields.find(({ name }) => name === fixUp.field),
        fixUp,
      )
  }
}

function structOf(pkg: ApiPackage, name: string): StructDeclaration | undefined {
  const found = pkg.declarations.find((declaration) => declaration.name === name)
  return found?.form === 'struct' ? found : undefined
}

function remove<T>(items: T[], matches: (item: T) => boolean): boolean {
  const index = items.findIndex(matches)
  if (index >= 0) items.splice(index, 1)
  return index >= 0
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

function setConstant(constants: Constant[], constant: Constant): boolean {
  const index = constants.findIndex(({ name }) => name === constant.name)
  const known = constants[index]
  if (known !== undefined && known.value === constant.value && known.type === constant.type) return false
  constants.splice(index < 0 ? constants.length : index, index < 0 ? 0 : 1, { ...constant })
  return true
}

function setResource(struct: StructDeclaration | undefined, resource: Partial<ResourceFacts>): boolean {
  if (struct?.kind === undefined) return false
  const before = struct.kind.resource
  const lower = struct.name.toLowerCase()
  const after: ResourceFacts = { plural: `${lower}s`, singular: lower, scope: 'Namespaced', ...before, ...resource }
  if (same(before, after)) return false
  struct.kind.resource = after
  return true
}

function setRegistered(pkg: ApiPackage, registered: readonly NamedRef[]): boolean {
  if (same(pkg.registered, registered)) return false
  pkg.registered = [...registered]
  return true
}

function setField(field: Field | undefined, fixUp: Extract<FixUp, { op: 'set-field' }>): boolean {
  if (field === undefined) return false
  const before = JSON.stringify([field.number, field.shape, field.type, field.options])
  Object.assign(field, fixUp.set)
  if (fixUp.options !== undefined) field.options = { ...field.options, ...fixUp.options }
  return before !== JSON.stringify([field.number, field.shape, field.type, field.options])
}

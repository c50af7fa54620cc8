import { validateDeclared } from '../../../declarative/validate-declared.js'
import { withTags } from '../../../declarative/with-tags.js'
import type { StructDescriptor } from '../../../descriptor/types.js'
import { type KubernetesObject, kindClassOf } from '../../../runtime/objects/typed-object.js'
import { dedupe } from '../../../validation/error-list.js'
import { ErrorType } from '../../../validation/error-type.js'
import type { FieldError } from '../../../validation/field-error.js'
import type { StrategyContext } from '../kind-strategy.js'
import { type DeclaredRules, tagsIn } from './declared-rules.js'
import type { DeclaredValidation } from './declared-validation.js'

/** From this release on the errors of every kind pass through an aggregate, which has each message once. */
export const mergedSince = 37

/** An object that is written, with the declared rules of its kind. */
export interface DeclaredSubject<T extends KubernetesObject> {
  readonly declared: DeclaredValidation<T> | false | undefined
  readonly object: T
  /** Absent for a new object. */
  readonly old?: T | undefined
}

/**
 * The errors of hand-written rules, without those that a declared rule finds too, then the errors of declared rules, which are
 * judged on the object in the version of the request. Which rules there are depends on the release.
 *
 * Source: `ValidateDeclarativelyWithMigrationChecks` of k8s.io/apiserver/pkg/registry/rest.
 */
export function withDeclaredErrors<T extends KubernetesObject>(
  errors: readonly FieldError[],
  subject: DeclaredSubject<T>,
  context: StrategyContext,
): readonly FieldError[] {
  if (subject.declared === false) return errors
  const declared = declaredErrors(subject, context)
  if (errors.length === 0) return declared ?? errors
  if (declared === undefined) return context.release.minor < mergedSince ? errors : dedupe(errors)
  const hubField = (subject.declared || undefined)?.hubField ?? ((field: string) => field)
  const left = errors.filter((error) => !declared.some((each) => covers(each, error, hubField)))
  return [...dedupe(left), ...declared]
}

/**
 * Reports whether a declared error says the same as a hand-written one. Only invalid values need an origin for it: a field has
 * several rules for them.
 */
function covers(
  declared: FieldError,
  { type, field, origin }: FieldError,
  hubField: (field: string) => string,
): boolean {
  const sameOrigin = origin === declared.origin || (origin === '' && type !== ErrorType.Invalid)
  if (type !== declared.type || !sameOrigin) return false
  return field === declared.field || field === hubField(declared.field)
}

/** The errors of enforced rules; undefined in releases that enforce none for the kind. */
function declaredErrors<T extends KubernetesObject>(
  { declared, object, old }: DeclaredSubject<T>,
  context: StrategyContext,
): FieldError[] | undefined {
  if (!declared) return undefined
  const { featureEnabled, versioned = (each) => each } = context
  const now = versioned(object)
  const plan = planOf(declared.rules, kindClassOf(now).descriptor, context.release.minor)
  if (plan === undefined) return undefined
  const enabled = (name: string) => [name, declared.option?.(name, old) ?? featureEnabled(name)] as const
  const operation = {
    type: old === undefined ? ('Create' as const) : ('Update' as const),
    options: Object.fromEntries(plan.options.map(enabled)),
    custom: declared.custom,
  }
  const found = validateDeclared(plan.descriptor, now, { operation, old: old && versioned(old) })
  const betaEnabled = found.some(isBeta) && featureEnabled('DeclarativeValidationBeta')
  return found.flatMap((error) => {
    if (error.stabilityLevel === 'alpha' || (isBeta(error) && !betaEnabled)) return []
    // Go quotes text of a named type as JSON.
    return error.type === ErrorType.NotSupported ? error.withJSONText() : error
  })
}

function isBeta({ stabilityLevel }: FieldError): boolean {
  return stabilityLevel === 'beta'
}

/** The type of a kind with its tags. */
interface DeclaredPlan {
  readonly descriptor: StructDescriptor
  /** Options that the tags name. */
  readonly options: readonly string[]
}

const plans = /* @__PURE__ */ new WeakMap<StructDescriptor, Map<number, DeclaredPlan | undefined>>()

function planOf(rules: DeclaredRules, descriptor: StructDescriptor, minor: number): DeclaredPlan | undefined {
  const known = plans.get(descriptor) ?? new Map<number, DeclaredPlan | undefined>()
  plans.set(descriptor, known)
  if (!known.has(minor)) known.set(minor, makePlan(rules, descriptor, minor))
  return known.get(minor)
}

function makePlan(rules: DeclaredRules, descriptor: StructDescriptor, minor: number): DeclaredPlan | undefined {
  const table = tagsIn(rules, minor)
  if (!table.has(descriptor.name)) return undefined
  const tags = [...table.values()].flatMap((fields) => Object.values(fields).flat())
  const options = tags.flatMap((tag) => [...tag.matchAll(/\bif(?:En|Dis)abled\((\w+)\)/g)].map(([, name]) => name!))
  return { descriptor: withTags(descriptor, table), options: [...new Set(options)] }
}

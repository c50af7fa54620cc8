import type { StructDescriptor, StructProperty } from '../descriptor/types.js'
import { MachineryError } from '../errors/machinery-error.js'
import type { JSONValue } from '../json/json-value.js'
import { type FieldError, forbidden, required } from '../validation/field-error.js'
import { type ConditionalTag, conditionalTag } from './field-plan.js'
import { type FieldRule, rule, type Subject } from './field-rule.js'
import type { StructSubject } from './struct-subject.js'
import { isSet, property } from './values.js'

/** A field that must be set, or must not be, when another one is. */
interface Dependency {
  readonly trigger: StructProperty
  readonly dependent: StructProperty
  readonly kind: 'dependentRequired' | 'dependentForbidden'
  readonly wrap: ConditionalTag['wrap']
}

/**
 * Checks `+k8s:dependentRequired` and `+k8s:dependentForbidden`. An
 * update that sets and clears neither field is let pass.
 */
export function dependencyErrors(subject: StructSubject): FieldError[] {
  return dependenciesOf(subject.struct).flatMap((each) => {
    const check: FieldRule = rule(() => errorsOf(each, subject))
    const { operation, path, value, old, struct } = subject
    const whole: Subject = { operation, path, value, old, type: struct, pointer: false, correlated: old !== undefined }
    return each.wrap(check).check(whole).errors
  })
}

const known = /* @__PURE__ */ new WeakMap<StructDescriptor, readonly Dependency[]>()

function dependenciesOf(struct: StructDescriptor): readonly Dependency[] {
  const found = known.get(struct)
  if (found !== undefined) return found
  const dependencies = struct.properties.flatMap((trigger) =>
    (trigger.options.schema?.tags ?? []).flatMap((text) => dependencyOf(struct, trigger, text)),
  )
  known.set(struct, dependencies)
  return dependencies
}

function dependencyOf(struct: StructDescriptor, trigger: StructProperty, text: string): Dependency[] {
  const { tag, wrap } = conditionalTag(text)
  const kind = tag.name
  if (kind !== 'dependentRequired' && kind !== 'dependentForbidden') return []
  const name = tag.args.get('') ?? ''
  const dependent = struct.propertyByName.get(name)
  if (dependent !== undefined && name !== trigger.name) return [{ trigger, dependent, kind, wrap }]
  throw new MachineryError('InvalidTag', `${kind}(${name}): no such sibling of ${trigger.name}`)
}

function errorsOf(
  { trigger, dependent, kind }: Dependency,
  { operation, path, value, old }: StructSubject,
): FieldError[] {
  const has = (object: JSONValue | undefined, field: StructProperty) => isSet(property(object, field.name), field)
  if (operation.type === 'Update' && old !== undefined && old !== null) {
    if ([trigger, dependent].every((field) => has(value, field) === has(old, field))) return []
  }
  const isRequired = kind === 'dependentRequired'
  if (!has(value, trigger) || has(value, dependent) === isRequired) return []
  const place = path.child(dependent.name)
  const error = isRequired
    ? required(place, `must be set when ${trigger.name} is set`)
    : forbidden(place, `may not be set when ${trigger.name} is set`)
  return [error.withOrigin(kind)]
}

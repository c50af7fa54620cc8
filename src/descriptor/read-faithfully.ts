import { MachineryError } from '../errors/machinery-error.js'
import { isContainer, type JSONValue } from '../json/json-value.js'
import { type CheckState, checkValue, newCheckState } from './check-json.js'
import { guardDepth } from './guard-depth.js'
import { Op, type TypePlan, typePlan } from './json-plan.js'
import type { TypeDescriptor } from './types.js'

/** A place in a value that its type cannot hold. */
interface Mismatch {
  readonly path: string
  readonly plan: TypePlan
  readonly value: unknown
}

const untyped = { kind: 'any' } as const

/** Describes where and why a value that {@link checkValue} rejected does not fit its type. */
function mismatchError(plan: TypePlan, value: unknown, state: CheckState): MachineryError {
  const found = firstMismatch({ path: '', plan, value }, state)
  const what = typeof found.value === 'object' ? 'value' : `${typeof found.value} ${String(found.value).slice(0, 80)}`
  const { path } = found
  return new MachineryError(codeOf(found), `${path || 'value'}: ${what} is no ${found.plan.type.kind}`, { path })
}

function firstMismatch(at: Mismatch, state: CheckState): Mismatch {
  for (const member of memberMismatches(at)) {
    if (!checkValue(member.plan, member.value, state)) return firstMismatch(member, state)
  }
  return at
}

/** Members of a container of the right shape; nothing for scalars, and where the container itself is wrong. */
function memberMismatches({ path, plan, value }: Mismatch): Mismatch[] {
  if (!isContainer(value)) return []
  const isList = Array.isArray(value)
  const shape = plan.op !== Op.variant || (isList && plan.isOrBool) ? plan : isList ? plan.schemas : plan.schema
  const untypedShape = shape.op === Op.any || shape.op === Op.raw
  if (!untypedShape && isList !== (shape.op === Op.list)) return []
  return Object.entries(value).map(([key, member]) => ({
    path: isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`,
    plan: (shape.op === Op.struct ? shape.struct.byName.get(key)?.plan : shape.element) ?? typePlan(untyped),
    value: member as unknown,
  }))
}

function codeOf({ plan, value }: Mismatch): string {
  if (typeof value === 'string' && plan.op >= Op.bytes && plan.op <= Op.quantity) return 'InvalidValue'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'NumberOutOfRange'
  return typeof value === 'bigint' && (plan.op === Op.int64 || plan.op === Op.uint64) ? 'UnsafeInteger' : 'InvalidType'
}

/**
 * Reads parsed JSON into a type in faithful mode: accepts what readJSON accepts, at the same cost and with a fraction of
 * the code. The result reuses the value. Errors name the field, but have neither Go's wording nor line and column.
 *
 * @param exact - returns the value with exact numbers; called if `value` has large ones. Without it the numbers of `value`
 * count as exact.
 * @throws MachineryError `InvalidType`, `InvalidValue`, `UnsafeInteger`, `NumberOutOfRange` with the path; `TooDeep`.
 */
export function readFaithfully(
  type: TypeDescriptor,
  value: JSONValue,
  exact: () => JSONValue = () => value,
): JSONValue {
  const plan = typePlan(type)
  return guardDepth(() => {
    if (checkValue(plan, value, newCheckState())) return value
    const kept = exactly(value, exact)
    const state = newCheckState({ exact: true })
    if (checkValue(plan, kept, state)) return kept
    throw mismatchError(plan, kept, state)
  })
}

/** A number beyond float64 was parsed as infinity and is reported at its place. */
function exactly(value: JSONValue, exact: () => JSONValue): JSONValue {
  try {
    return exact()
  } catch {
    return value
  }
}

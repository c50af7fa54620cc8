import { quote } from '../../internal/quote.js'
import { type JSONObject, type JSONValue, presentKeys } from '../../json/json-value.js'
import type { FieldError } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import type { Correlation } from './correlation.js'
import { enumKey } from './enum-texts.js'
import { numberProblems } from './number-problems.js'
import { Result } from './result.js'
import type { LogicalPlan, SchemaPlan } from './schema-plan.js'
import { characters, enumHolds, hasDuplicates, isInt64, isIntegral } from './value-rules.js'

/** A value on its way through the rules. */
interface Subject {
  readonly plan: SchemaPlan
  readonly value: JSONValue
  /** The place, as Go's validator writes it: empty at the root. */
  readonly path: string
  /** The value before an update, if it is known. */
  readonly correlation?: Correlation | undefined
}

/**
 * Returns all errors of a value, with Go's messages and in its order; properties come in the order of the value.
 *
 * @param base - prefix of all paths.
 */
export function explain(plan: SchemaPlan, value: JSONValue, context: ExplainContext): FieldError[] {
  const { correlation, base } = context
  return ratcheted({ plan, value, path: '', correlation }).toFieldErrors(base)
}

/** Where {@link explain} starts. */
export interface ExplainContext {
  readonly base: FieldPath
  readonly correlation?: Correlation | undefined
}

/** Errors of a value that an update leaves as it was do not count. */
function ratcheted(subject: Subject): Result {
  const result = judge(subject)
  if (result.valid || subject.correlation?.unchanged !== true) return result
  return new Result(result.matches)
}

function judge(subject: Subject): Result {
  const { value, plan } = subject
  const result = new Result()
  if (value === null) {
    result.merge(typeResult(subject))
    addEnumError(subject, result)
    return result
  }
  if (plan.types.length > 0 || plan.format !== '') step(result, typeResult(subject))
  step(result, logicalResult(subject))
  if (typeof value === 'string') {
    step(result, stringResult(subject, value))
    if (plan.formatCheck !== undefined) step(result, formatResult(subject, value))
  }
  if (typeof value === 'number' || typeof value === 'bigint') step(result, numberResult(subject, value))
  if (Array.isArray(value)) step(result, listResult(subject, value))
  const enumeration = new Result()
  addEnumError(subject, enumeration)
  step(result, enumeration)
  if (typeof value === 'object' && !Array.isArray(value)) step(result, objectResult(subject, value))
  result.matches++
  return result
}

function step(result: Result, part: Result): void {
  result.merge(part)
  result.matches++
}

function typeResult({ plan, value, path }: Subject): Result {
  const { types, format } = plan
  if (value === null) {
    if (types.length === 0 || types.includes('null') || plan.nullable) return new Result(1)
    return wrongType(path, types.join(','), 'null')
  }
  const { type, format: held } = swaggerTypeAndFormat(value)
  const textual = type === 'string' || type === 'array'
  const fits = types.includes(type) || numberFits(types, value)
  if (!textual && format !== '' && !fits && held !== format) return wrongType(path, format, held)
  if (textual && format !== '' && !types.includes('number') && !types.includes('integer')) return new Result(1)
  return fits ? new Result(1) : wrongType(path, types.join(','), type)
}

function numberFits(types: readonly string[], value: JSONValue): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false
  return types.includes('number') || (types.includes('integer') && isIntegral(value))
}

function swaggerTypeAndFormat(value: Exclude<JSONValue, null>): { type: string; format: string } {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return isInt64(value) ? { type: 'integer', format: 'int64' } : { type: 'number', format: 'float64' }
    case 'object':
      return { type: Array.isArray(value) ? 'array' : 'object', format: '' }
    default:
      return { type: typeof value, format: '' }
  }
}

function wrongType(path: string, wanted: string, held: string): Result {
  const result = new Result()
  result.add({ kind: 'type', path, value: held, message: `${path} in body must be of type ${wanted}: ${quote(held)}` })
  return result
}

function stringResult({ plan, path }: Subject, value: string): Result {
  const result = new Result()
  const length = plan.maxLength === undefined && plan.minLength === undefined ? 0 : characters(value)
  if (plan.maxLength !== undefined && length > plan.maxLength) {
    const message = `${path} in body should be at most ${plan.maxLength} chars long`
    result.add({ kind: 'tooLong', path, value, limit: plan.maxLength, message })
  } else if (plan.minLength !== undefined && length < plan.minLength) {
    result.add({
      kind: 'invalid',
      path,
      value,
      message: `${path} in body should be at least ${plan.minLength} chars long`,
    })
  } else if (plan.expression instanceof Error) {
    const text = `${plan.pattern}, but pattern is invalid: ${plan.expression.message}`
    result.add({ kind: 'invalid', path, value, message: `${path} in body should match '${text}'` })
  } else if (plan.expression?.test(value) === false) {
    result.add({ kind: 'invalid', path, value, message: `${path} in body should match '${plan.pattern}'` })
  }
  return result
}

function formatResult({ plan, path }: Subject, value: string): Result {
  const result = new Result()
  if (plan.formatCheck?.(value) !== false) return result
  const message = `${path} in body must be of type ${plan.format}: ${quote(value)}`
  result.add({ kind: 'type', path, value, message })
  return result
}

function numberResult({ plan, path }: Subject, value: number | bigint): Result {
  const result = new Result(1)
  for (const problem of (plan.numeric && numberProblems(plan.numeric, value)) ?? []) {
    if (problem.range !== undefined) result.add({ kind: 'sentence', message: problem.range + path })
    else if (problem.badFactor !== undefined) {
      const message = `factor MultipleOf declared for ${path} must be positive: ${problem.badFactor}`
      result.add({ kind: 'invalid', path, value: problem.badFactor, message })
    } else {
      const { valueText } = problem
      result.add({ kind: 'invalid', path, value, valueText, message: `${path} in body ${problem.detail}` })
    }
  }
  return result
}

function listResult({ plan, path, correlation }: Subject, list: readonly JSONValue[]): Result {
  const result = new Result()
  const { items, minItems, maxItems } = plan
  for (const [i, value] of (items === undefined ? [] : list).entries()) {
    const child = correlation?.index(i)
    result.merge(ratcheted({ plan: items!, value, path: `${path}[${i}]`, correlation: child }))
    if (result.isFull) break
  }
  const value = list.length
  if (minItems !== undefined && value < minItems) {
    result.add({ kind: 'invalid', path, value, message: `${path} in body should have at least ${minItems} items` })
  }
  if (maxItems !== undefined && value > maxItems) {
    const message = `${path} in body should have at most ${maxItems} items`
    result.add({ kind: 'tooMany', path, value, limit: maxItems, message })
  }
  if (plan.uniqueItems && hasDuplicates(list)) {
    result.add({ kind: 'invalid', path, value: '', message: `${path} in body shouldn't contain duplicates` })
  }
  result.matches++
  return result
}

function addEnumError({ plan, value, path }: Subject, result: Result): void {
  if (plan.enum === undefined || (value !== null && enumHolds(plan.enum, value))) return
  result.add({
    kind: 'notSupported',
    path,
    value,
    supported: plan.enum,
    message: `${path} in body should be one of ${enumKey(plan.enum)}`,
  })
}

function objectResult(subject: Subject, object: JSONObject): Result {
  const { plan, path } = subject
  const result = new Result()
  const names = presentKeys(object)
  addSizeErrors(subject, names.length, result)
  for (const name of names) {
    if (!plan.properties.has(name)) addAdditional(subject, name, result)
    if (result.isFull) return result
  }
  for (const name of names) {
    const property = plan.properties.get(name)
    const place = path === '' ? name : `${path}.${name}`
    if (property !== undefined) result.merge(propertyResult(subject, name, { plan: property, path: place }))
    if (result.isFull) return result
  }
  for (const name of plan.required) {
    if (Object.hasOwn(object, name) && object[name] !== undefined) continue
    const place = `${path}.${name}`
    result.add({ kind: 'required', path: place, message: `${place} in body is required` })
  }
  return result
}

function addSizeErrors({ plan, path }: Subject, size: number, result: Result): void {
  const { minProperties, maxProperties } = plan
  if (minProperties !== undefined && size < minProperties) {
    const message = `${path} in body should have at least ${minProperties} properties`
    result.add({ kind: 'invalid', path, value: size, message })
  }
  if (maxProperties !== undefined && size > maxProperties) {
    const message = `${path} in body should have at most ${maxProperties} properties`
    result.add({ kind: 'tooMany', path, value: size, limit: maxProperties, message })
  }
}

function addAdditional(subject: Subject, name: string, result: Result): void {
  const { plan, path } = subject
  const place = `${path}.${name}`
  if (plan.forbidsAdditional) {
    result.add({ kind: 'invalid', path, value: name, message: `${place} in body is a forbidden property` })
  } else if (plan.additional !== undefined) {
    result.merge(propertyResult(subject, name, { plan: plan.additional, path: place }))
  }
}

function propertyResult(parent: Subject, name: string, { plan, path }: Pick<Subject, 'plan' | 'path'>): Result {
  const value = (parent.value as JSONObject)[name] as JSONValue
  // Both sides of an update were converted to the same version: a change of these would not be seen.
  const isTypeMeta = parent.path === '' && (name === 'apiVersion' || name === 'kind')
  const correlation = isTypeMeta ? undefined : parent.correlation?.key(name)
  return ratcheted({ plan, value, path, correlation })
}

function logicalResult(given: Subject): Result {
  const result = new Result()
  const { logical } = given.plan
  // Values below a logical keyword are validated as if they were new.
  const subject = { ...given, correlation: undefined }
  if (logical !== undefined) {
    if (logical.anyOf.length > 0) addAnyOf(subject, logical, result)
    if (logical.oneOf.length > 0) addOneOf(subject, logical, result)
    if (logical.allOf.length > 0) addAllOf(subject, logical, result)
    if (logical.not !== undefined && judge({ ...subject, plan: logical.not }).valid) {
      result.add({ kind: 'sentence', message: `${quote(subject.path)} must not validate the schema (not)` })
    }
  }
  result.matches++
  return result
}

function addAnyOf(subject: Subject, { anyOf }: LogicalPlan, result: Result): void {
  let best: Result | undefined
  for (const plan of anyOf) {
    const each = judge({ ...subject, plan })
    if (each.valid) {
      result.merge(each)
      return
    }
    if (best === undefined || each.matches > best.matches) best = each
  }
  result.add({ kind: 'sentence', message: `${quote(subject.path)} must validate at least one schema (anyOf)` })
  if (best !== undefined) result.merge(best)
}

function addOneOf(subject: Subject, { oneOf }: LogicalPlan, result: Result): void {
  let best: Result | undefined
  let first: Result | undefined
  let valid = 0
  for (const plan of oneOf) {
    const each = judge({ ...subject, plan })
    if (each.valid) {
      valid++
      best = undefined
      first ??= each
    } else if (valid === 0 && (best === undefined || each.matches > best.matches)) best = each
  }
  if (valid === 1) {
    result.merge(first!)
    return
  }
  const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`
  const message = `${quote(subject.path)} must validate one and only one schema (oneOf). ${found}`
  result.add({ kind: 'sentence', message })
  if (best !== undefined) result.merge(best)
}

function addAllOf(subject: Subject, { allOf }: LogicalPlan, result: Result): void {
  let valid = 0
  for (const plan of allOf) {
    const each = judge({ ...subject, plan })
    if (each.valid) valid++
    result.merge(each)
  }
  if (valid === allOf.length) return
  const none = valid === 0 ? '. None validated' : ''
  result.add({ kind: 'sentence', message: `${quote(subject.path)} must validate all the schemas (allOf)${none}` })
}

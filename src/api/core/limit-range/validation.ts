import { newQuantity, type Quantity } from '../../../resource/quantity.js'
import { duplicate, type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isQualifiedName } from '../../../validation/qualified-name.js'
import { structsOf } from '../../validation/go-values.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import {
  isOvercommitAllowed,
  validateContainerResourceName,
  validateResourceName,
} from '../resource-list/resource-names.js'
import type { LimitRange, LimitRangeItem } from '../v1/types.gen.js'

const standardTypes = ['Pod', 'Container', 'PersistentVolumeClaim']
const amountFields = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const
type AmountField = (typeof amountFields)[number]

/** Above this whole values are compared, since thousandths would not fit. */
const maxMilliValue = 9_223_372_036_854_775n

/** Checks a LimitRange, new or changed. */
export function validateLimitRange({ metadata, spec }: LimitRange): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const seen = new Set<string>()
  const items = structsOf(spec?.limits).flatMap((item, i) => {
    const path = fieldPath('spec', 'limits').index(i)
    const type = item.type ?? ''
    const again = seen.has(type) ? [duplicate(path.child('type'), type).withJSONText()] : []
    seen.add(type)
    return [...typeErrors(type, path.child('type')), ...again, ...nameErrors(item, path), ...amountErrors(item, path)]
  })
  return [...validateObjectMeta(metadata, rules, fieldPath('metadata')), ...items]
}

function typeErrors(type: string, path: FieldPath): FieldError[] {
  const errors = isQualifiedName(type).map((problem) => invalid(path, type, problem).withJSONText())
  if (errors.length > 0 || type.includes('/') || standardTypes.includes(type)) return errors
  return [invalid(path, type, 'must be a standard limit type or fully qualified').withJSONText()]
}

/** Names of resources, and which fields a type of limit may have. */
function nameErrors(item: LimitRangeItem, path: FieldPath): FieldError[] {
  const byPodRules = item.type === 'Pod' || item.type === 'Container'
  const validateName = byPodRules ? validateContainerResourceName : validateResourceName
  return amountFields.flatMap((field) => {
    const before = field === 'maxLimitRequestRatio' ? claimErrors(item, path) : []
    const names = Object.keys(item[field] ?? {})
    if (item.type === 'Pod' && (field === 'default' || field === 'defaultRequest')) {
      return names.length === 0 ? [] : [forbidden(path.child(field), "may not be specified when `type` is 'Pod'")]
    }
    return [...before, ...names.flatMap((name) => validateName(name, path.child(field).key(name)))]
  })
}

function claimErrors({ type, min, max }: LimitRangeItem, path: FieldPath): FieldError[] {
  if (type !== 'PersistentVolumeClaim') return []
  if (Object.hasOwn(min ?? {}, 'storage') || Object.hasOwn(max ?? {}, 'storage')) return []
  const detail = 'either minimum or maximum storage value is required, but neither was provided'
  return [required(path.child('limits'), detail)]
}

function amountErrors(item: LimitRangeItem, path: FieldPath): FieldError[] {
  const counted = item.type === 'Pod' ? amountFields.filter((field) => !field.startsWith('default')) : amountFields
  const names = new Set(counted.flatMap((field) => Object.keys(item[field] ?? {})))
  return [...names].flatMap((name) => {
    const amounts: Partial<Record<AmountField, Quantity>> = {}
    for (const field of counted) {
      if (Object.hasOwn(item[field] ?? {}, name)) amounts[field] = amountOf(item[field]?.[name])
    }
    return errorsOfResource(name, amounts, (field) => path.child(field).key(name))
  })
}

function errorsOfResource(
  name: string,
  amounts: Partial<Record<AmountField, Quantity>>,
  at: (field: AmountField) => FieldPath,
): FieldError[] {
  const { min, max, default: limit, defaultRequest: request } = amounts
  const errors: FieldError[] = []
  const above = (a: Quantity | undefined, b: Quantity | undefined) => a !== undefined && b !== undefined && a.cmp(b) > 0
  const add = (field: AmountField, value: Quantity | undefined, detail: string) =>
    errors.push(invalid(at(field), value, detail))
  if (above(min, max)) add('min', min, `min value ${min} is greater than max value ${max}`)
  if (above(min, request)) {
    add('defaultRequest', request, `min value ${min} is greater than default request value ${request}`)
  }
  if (above(request, max)) {
    add('defaultRequest', request, `default request value ${request} is greater than max value ${max}`)
  }
  if (above(request, limit)) {
    add('defaultRequest', request, `default request value ${request} is greater than default limit value ${limit}`)
  }
  if (above(min, limit)) add('default', min, `min value ${min} is greater than default value ${limit}`)
  if (above(limit, max)) add('default', max, `default value ${limit} is greater than max value ${max}`)
  errors.push(...ratioErrors(amounts, at('maxLimitRequestRatio')))
  if (!isOvercommitAllowed(name) && limit !== undefined && request !== undefined && limit.cmp(request) !== 0) {
    add('defaultRequest', request, `default value ${limit} must equal to defaultRequest value ${request} in ${name}`)
  }
  return errors
}

function ratioErrors(amounts: Partial<Record<AmountField, Quantity>>, path: FieldPath): FieldError[] {
  const { min, max, maxLimitRequestRatio: ratio } = amounts
  if (ratio === undefined) return []
  const errors: FieldError[] = []
  if (ratio.cmp(newQuantity(1, 'DecimalSI')) < 0) errors.push(invalid(path, ratio, `ratio ${ratio} is less than 1`))
  if (min === undefined || max === undefined) return errors
  const small = [ratio, min, max].every((amount) => amount.value() < maxMilliValue)
  const value = small ? Number(ratio.milliValue()) / 1000 : Number(ratio.value())
  const most = small ? Number(max.milliValue()) / Number(min.milliValue()) : Number(max.value()) / Number(min.value())
  if (value > most) errors.push(invalid(path, ratio, `ratio ${ratio} is greater than max/min = ${sixDigits(most)}`))
  return errors
}

/** A number as Go's `%f` writes it. */
function sixDigits(value: number): string {
  if (Number.isFinite(value)) return Math.abs(value) < 1e21 ? value.toFixed(6) : `${BigInt(value)}.000000`
  return value > 0 ? '+Inf' : '-Inf'
}

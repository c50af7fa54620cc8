import { appendAll } from '../../../internal/append-all.js'
import { compareStrings } from '../../../internal/compare-strings.js'
import type { Quantity } from '../../../resource/quantity.js'
import { duplicate, type FieldError, forbidden, invalid, notFound, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, memberOf, structsOf } from '../../validation/go-values.js'
import type { ResourceClaim, ResourceList, ResourceRequirements } from '../v1/types.gen.js'
import { amountOf, validateResourceQuantityValue } from './resource-amounts.js'
import {
  isHugePageResourceName,
  isHugePageValueDivisible,
  isOvercommitAllowed,
  validateContainerResourceName,
} from './resource-names.js'

/** Settings of {@link validateResourceRequirements}. */
export interface RequirementsRules {
  /** Names of `spec.resourceClaims`. */
  readonly claimNames: ReadonlySet<string>
  /** Amounts of huge pages need not be multiples of the page size, as in the old object. */
  readonly allowIndivisibleHugePages: boolean
  /** The rule for names of resources; that of containers by default. */
  readonly validateName?: (name: string, path: FieldPath) => FieldError[]
}

/** Checks requests, limits and claims. */
export function validateResourceRequirements(
  requirements: ResourceRequirements | null | undefined,
  path: FieldPath,
  rules: RequirementsRules,
): FieldError[] {
  if (!isSet(requirements)) return []
  const { limits, requests, claims } = requirements
  const errors: FieldError[] = []
  if (isSet(limits)) appendAll(errors, limitErrors(limits, path.child('limits'), rules))
  if (isSet(requests)) appendAll(errors, requestErrors({ limits, requests }, path, rules))
  if (asksForHugePagesOnly(limits, requests)) errors.push(forbidden(path, 'HugePages require cpu or memory'))
  const claimed = structsOf(claims)
  if (claimed.length > 0) appendAll(errors, claimErrors(claimed, path.child('claims'), rules.claimNames))
  return errors
}

function asksForHugePagesOnly(...lists: readonly (ResourceList | null | undefined)[]): boolean {
  let hugePages = false
  for (const list of lists) {
    if (!isSet(list)) continue
    for (const name of Object.keys(list)) {
      if (name === 'cpu' || name === 'memory') return false
      hugePages ||= isHugePageResourceName(name)
    }
  }
  return hugePages
}

function limitErrors(limits: ResourceList, path: FieldPath, rules: RequirementsRules): FieldError[] {
  const errors: FieldError[] = []
  for (const [name, text] of Object.entries(limits)) {
    const amount = amountOf(text)
    const at = path.key(name)
    appendAll(errors, nameAndAmountErrors(name, amount, { at, rules }))
    if (isIndivisible(name, amount, rules)) errors.push(indivisible(name, amount, at))
  }
  return errors
}

function requestErrors(
  { limits, requests }: { limits: ResourceList | null | undefined; requests: ResourceList },
  path: FieldPath,
  rules: RequirementsRules,
): FieldError[] {
  const errors: FieldError[] = []
  for (const [name, text] of Object.entries(requests)) {
    const amount = amountOf(text)
    const at = path.child('requests').key(name)
    appendAll(errors, nameAndAmountErrors(name, amount, { at, rules }))
    const limit = memberOf(limits, name)
    appendAll(errors, limitedErrors(name, amount, { path, limit: limit === undefined ? undefined : amountOf(limit) }))
    if (isIndivisible(name, amount, rules)) errors.push(indivisible(name, amount, at))
  }
  return errors
}

function nameAndAmountErrors(
  name: string,
  amount: Quantity,
  { at, rules }: { readonly at: FieldPath; readonly rules: RequirementsRules },
): FieldError[] {
  const errors = (rules.validateName ?? validateContainerResourceName)(name, at)
  appendAll(errors, validateResourceQuantityValue(name, amount, at))
  return errors
}

function limitedErrors(
  name: string,
  request: Quantity,
  { path, limit }: { readonly path: FieldPath; readonly limit: Quantity | undefined },
): FieldError[] {
  const overcommit = isOvercommitAllowed(name)
  if (limit === undefined) {
    if (overcommit) return []
    return [required(path.child('limits'), 'Limit must be set for non overcommitable resources')]
  }
  const order = request.cmp(limit)
  if (order !== 0 && !overcommit) {
    return [invalid(path.child('requests'), request.toString(), `must be equal to ${name} limit of ${limit}`)]
  }
  if (order <= 0) return []
  return [
    invalid(path.child('requests'), request.toString(), `must be less than or equal to ${name} limit of ${limit}`),
  ]
}

function isIndivisible(name: string, amount: Quantity, rules: RequirementsRules): boolean {
  return isHugePageResourceName(name) && !rules.allowIndivisibleHugePages && !isHugePageValueDivisible(name, amount)
}

function indivisible(name: string, amount: Quantity, path: FieldPath): FieldError {
  return invalid(path, amount.toString(), `${amount} is not positive integer multiple of ${name}`)
}

/** A claim may be used as a whole, or its requests one by one, but nothing twice. */
function claimErrors(claims: readonly ResourceClaim[], path: FieldPath, known: ReadonlySet<string>): FieldError[] {
  const errors: FieldError[] = []
  const taken = new Set<string>()
  const requestsOf = new Map<string, number>()
  for (const [i, given] of claims.entries()) {
    const name = given.name ?? ''
    const request = given.request ?? ''
    const at = path.index(i)
    if (name === '') {
      errors.push(required(at, ''))
      continue
    }
    if (taken.has(name)) errors.push(duplicate(at, name))
    else {
      const key = request === '' ? name : `${name}/${request}`
      if (request !== '') appendAll(errors, validateDNS1123Label(request, at.child('request')))
      const before = requestsOf.get(name) ?? 0
      if (taken.has(key)) errors.push(duplicate(at, key))
      else if (request === '') for (let n = 0; n < before; n++) errors.push(duplicate(at, name))
      if (request !== '' && !taken.has(key)) requestsOf.set(name, before + 1)
      taken.add(key)
    }
    if (!known.has(name)) errors.push(unknownClaim(name, at, known))
  }
  return errors
}

function unknownClaim(name: string, path: FieldPath, known: ReadonlySet<string>): FieldError {
  const list = known.size === 0 ? ' which is empty' : `: ${[...known].sort(compareStrings).join(', ')}`
  return notFound(path, name).with({ detail: `must be one of the names in pod.spec.resourceClaims${list}` })
}

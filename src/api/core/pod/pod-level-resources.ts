import { appendAll } from '../../../internal/append-all.js'
import { newQuantity, type Quantity } from '../../../resource/quantity.js'
import { type FieldError, forbidden, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, memberOf, structsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import { isHugePageResourceName, validateResourceName } from '../resource-list/resource-names.js'
import { validateResourceRequirements } from '../resource-list/resource-requirements.js'
import type { Container, PodSpec, ResourceList } from '../v1/types.gen.js'
import type { ContainerCheck } from './pod-check.js'

type Amounts = Map<string, Quantity>

/** Checks requests and limits of a pod as a whole. */
export function validatePodResources(path: FieldPath, check: ContainerCheck): void {
  const { spec, errors, options, claimNames } = check
  const { resources } = spec
  if (!isSet(resources)) return
  if (spec.os?.name === 'windows') {
    errors.push(forbidden(path, 'may not be set for a windows pod'))
    return
  }
  if (isSet(resources.claims)) {
    errors.push(forbidden(path.child('claims'), 'claims may not be set for Resources at pod-level'))
  }
  const rules = {
    claimNames,
    allowIndivisibleHugePages: options.allowIndivisibleHugePagesValues,
    validateName: validatePodResourceName,
  }
  appendAll(errors, validateResourceRequirements(resources, path, rules))
  validateConsistency(spec, path, errors)
}

function validatePodResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path)
  if (errors.length > 0 || name === 'cpu' || name === 'memory' || isHugePageResourceName(name)) return errors
  return [notSupportedNamed(path, name, ['cpu', 'hugepages-', 'memory'])]
}

/** The requests of all containers together must fit into those of the pod. */
function validateConsistency(spec: PodSpec, path: FieldPath, errors: FieldError[]): void {
  const { requests, limits } = spec.resources ?? {}
  for (const [name, amount] of aggregate(spec, 'requests')) {
    const given = memberOf(requests, name)
    if (given === undefined || amount.cmp(amountOf(given)) <= 0) continue
    const detail = `must be greater than or equal to aggregate container requests of ${amount}`
    errors.push(invalid(path.child('requests').key(name), amountOf(given).toString(), detail))
  }
  for (const [name, amount] of aggregate(spec, 'limits')) {
    const given = memberOf(limits, name)
    if (!isHugePageResourceName(name) || given === undefined || amount.cmp(amountOf(given)) <= 0) continue
    const detail = `must be greater than or equal to aggregate container limits of ${amount}`
    errors.push(invalid(path.child('limits').key(name), amountOf(given).toString(), detail))
  }
  for (const [i, container] of structsOf(spec.containers).entries()) {
    validateLimits(container, path.child('containers').index(i), { limits, errors })
  }
}

function validateLimits(
  container: Container,
  path: FieldPath,
  { limits, errors }: { limits: ResourceList | undefined; errors: FieldError[] },
): void {
  for (const [name, text] of Object.entries(container.resources?.limits ?? {})) {
    const most = memberOf(limits, name)
    const amount = amountOf(text)
    if (most === undefined || amount.cmp(amountOf(most)) <= 0) continue
    const detail = `must be less than or equal to pod limits of ${amountOf(most)}`
    errors.push(invalid(path.key(name).child('limits'), amount.toString(), detail))
  }
}

/**
 * The maximum simultaneous needs of the containers of a pod: sidecars run beside everything that is started after them.
 */
function aggregate(spec: PodSpec, kind: 'requests' | 'limits'): Amounts {
  const total: Amounts = new Map()
  for (const container of structsOf(spec.containers)) addAmounts(total, container.resources?.[kind])
  const sidecars: Amounts = new Map()
  const starting: Amounts = new Map()
  for (const container of structsOf(spec.initContainers)) {
    const own = container.resources?.[kind]
    if (container.restartPolicy === 'Always') {
      addAmounts(total, own)
      addAmounts(sidecars, own)
      raiseAmounts(starting, sidecars)
    } else {
      const together: Amounts = new Map(sidecars)
      addAmounts(together, own)
      raiseAmounts(starting, together)
    }
  }
  raiseAmounts(total, starting)
  return total
}

function addAmounts(to: Amounts, list: ResourceList | null | undefined): void {
  for (const [name, text] of Object.entries(list ?? {})) {
    const amount = amountOf(text)
    to.set(name, to.get(name)?.add(amount) ?? amount)
  }
}

function raiseAmounts(to: Amounts, other: Amounts): void {
  for (const [name, amount] of other) {
    if (amount.cmp(to.get(name) ?? newQuantity(0, 'DecimalSI')) > 0 || !to.has(name)) to.set(name, amount)
  }
}

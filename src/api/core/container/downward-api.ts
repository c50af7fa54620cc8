import { type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateQualifiedName } from '../../validation/field-rules.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import type { ObjectFieldSelector, ResourceFieldSelector } from '../v1/types.gen.js'

/** Fields of a pod that an environment variable may have. */
export const envFieldPaths: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]

/** Fields of a pod that a file in a volume may have. */
export const volumeFieldPaths: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]

/** Fields that the API version `v1` of pods has for the downward API. */
const podFields: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...envFieldPaths,
  ...volumeFieldPaths,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
])

/** Checks a reference to a field of the pod. */
export function validateObjectFieldSelector(
  selector: ObjectFieldSelector,
  allowed: readonly string[],
  path: FieldPath,
): FieldError[] {
  const apiVersion = selector.apiVersion ?? ''
  const given = selector.fieldPath ?? ''
  if (apiVersion === '') return [required(path.child('apiVersion'), '')]
  if (given === '') return [required(path.child('fieldPath'), '')]
  const problem = conversionProblem(apiVersion, given)
  if (problem !== undefined) {
    return [invalid(path.child('fieldPath'), given, `error converting fieldPath: ${problem}`)]
  }
  const subscripted = splitSubscript(given)
  if (subscripted === undefined) {
    const field = given === 'spec.host' ? 'spec.nodeName' : given
    return allowed.includes(field) ? [] : [notSupported(path.child('fieldPath'), field, allowed)]
  }
  const { field, subscript } = subscripted
  return validateQualifiedName(field === 'metadata.annotations' ? subscript.toLowerCase() : subscript, path)
}

function conversionProblem(apiVersion: string, field: string): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`
  const subscripted = splitSubscript(field)
  if (subscripted !== undefined) {
    if (subscripted.field === 'metadata.annotations' || subscripted.field === 'metadata.labels') return undefined
    return `field label does not support subscript: ${field}`
  }
  return podFields.has(field) || field === 'spec.host' ? undefined : `field label not supported: ${field}`
}

/** Takes `metadata.labels['key']` apart. */
function splitSubscript(text: string): { readonly field: string; readonly subscript: string } | undefined {
  const start = text.indexOf("['")
  if (!text.endsWith("']") || start <= 0 || start + 4 > text.length) return undefined
  return { field: text.slice(0, start), subscript: text.slice(start + 2, -2) }
}

const resourceFields = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]

/** Checks a reference to an amount of a container; in a volume it has to name the container. */
export function validateResourceFieldSelector(
  selector: ResourceFieldSelector,
  inVolume: boolean,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  const resource = selector.resource ?? ''
  if (inVolume && (selector.containerName ?? '') === '') errors.push(required(path.child('containerName'), ''))
  else if (resource === '') errors.push(required(path.child('resource'), ''))
  else if (!resourceFields.includes(resource) && !isHugePageField(resource)) {
    errors.push(notSupported(path.child('resource'), resource, resourceFields))
  }
  const problem = divisorProblem(resource, selector.divisor)
  if (problem !== undefined) errors.push(invalid(path.child('divisor'), resource, problem))
  return errors
}

function isHugePageField(resource: string): boolean {
  return resource.startsWith('requests.hugepages-') || resource.startsWith('limits.hugepages-')
}

const binaryDivisors = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei']

function divisorProblem(resource: string, text: string | undefined): string | undefined {
  const divisor = amountOf(text)
  if (divisor.isZero()) return undefined
  const shown = divisor.toString()
  const kind = isHugePageField(resource) ? 'hugepages' : resource.slice(resource.indexOf('.') + 1)
  if (kind === 'cpu' && resourceFields.includes(resource)) {
    if (shown === '1m' || shown === '1') return undefined
    return "only divisor's values 1m and 1 are supported with the cpu resource"
  }
  if ((kind !== 'hugepages' && !resourceFields.includes(resource)) || binaryDivisors.includes(shown)) return undefined
  const name = kind === 'ephemeral-storage' ? 'local ephemeral storage' : kind
  return `only divisor's values ${binaryDivisors.join(', ')} are supported with the ${name} resource`
}

import { map, readJSON, scalar, type TypeDescriptor } from 'apimachinery/descriptor'
import { isMachineryError, messageOf, newBadRequest, newGenericServerResponse, newNotFound } from 'apimachinery/errors'
import { strategicMergeMapPatch } from 'apimachinery/patch'
import {
  fromUnstructured,
  goValueText,
  isStrictDecodingError,
  type KubernetesObject,
  toUnstructured,
} from 'apimachinery/runtime'
import type { Encodable } from '../registry/encodable.js'
import { asHeld, toHub } from './decode-object.js'
import { fieldManagerName } from './field-manager-name.js'
import { fieldValidationOf } from './field-validation.js'
import { orBadRequest } from './or-bad-request.js'
import { invalidPatch, type Patcher, type PatchRequest, reportFindings } from './patcher.js'

const anyObject: TypeDescriptor = /* @__PURE__ */ map(scalar('any'))

/** Patches of objects with the merge rules of their kind. */
export const strategicPatcher: Patcher = {
  async create({ scope, name }) {
    throw newNotFound(scope.resource, name)
  },
  async change(patch, current) {
    const { scope, request, options } = patch
    const object = await merged(patch, current)
    const { fieldManager, onError } = scope
    const manager = fieldManagerName(options, request)
    return fieldManager?.updateNoErrors(current.object, object, { manager, onError }) ?? object
  },
}

async function merged(patch: PatchRequest, current: Encodable): Promise<KubernetesObject> {
  const { scope } = patch
  const before = toUnstructured(scope.conversion.toVersion(current.object), { canonical: true })
  const { change, findings } = readPatch(patch)
  const after = apply(before, change, patch)
  const { object, found } = readResult(patch, after, change)
  reportFindings(patch, [...findings, ...found], () => goValueText(change))
  scope.scheme.default(object)
  return toHub(scope, object)
}

function readPatch({ bytes, options }: PatchRequest): {
  readonly change: Record<string, unknown>
  readonly findings: readonly string[]
} {
  const mode = fieldValidationOf(options) === 'Ignore' ? 'faithful' : 'strict'
  const text = Buffer.from(bytes).toString('utf8')
  const { value, findings } = orBadRequest(() => readJSON(anyObject, text, { mode }))
  return { change: (value ?? {}) as Record<string, unknown>, findings: findings.map(({ message }) => message) }
}

const wrongType = /^json: cannot unmarshal (\w+)(?: (\S+))? into Go .* of type (\S+)$/

/** Upstream decodes the result of a strategic patch value by value, not as JSON, with other messages. */
function restoringMessage(message: string): string {
  const [, type, number = '', target = ''] = wrongType.exec(message) ?? []
  if (type === undefined) return message
  const kind = { array: 'slice', object: 'map', number: number.includes('.') ? 'float64' : 'int64' }[type] ?? type
  if (target.startsWith('map[')) return `cannot restore map from ${kind}`
  if (target.startsWith('[]') && target !== '[]uint8') return `cannot restore slice from ${kind}`
  if (/^(?:v\d|[a-z]+\.[A-Z])/.test(target)) return `cannot restore struct from: ${kind}`
  const from = { slice: '[]interface {}', map: 'map[string]interface {}' }[kind] ?? kind
  return `cannot convert ${from} to ${target}`
}

/** Upstream names what is wrong with an object before what is wrong below it. */
function byDepth(a: string, b: string): number {
  const [parentOfA, parentOfB] = [parentPath(a), parentPath(b)]
  if (parentOfA === parentOfB) return 0
  if (parentOfB.startsWith(parentOfA)) return -1
  return parentOfA.startsWith(parentOfB) ? 1 : 0
}

/** `spec` of `unknown field "spec.nope"`. */
function parentPath(finding: string): string {
  const path = finding.slice(finding.indexOf('"') + 1, -1)
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

/** Codes of patches that are malformed, and of those that do not fit the object. */
const malformed = new Set([
  'BadJSONDoc',
  'BadPatchFormatForPrimitiveList',
  'BadPatchFormatForRetainKeys',
  'BadPatchFormatForSetElementOrderList',
  'UnsupportedStrategicMergePatchFormat',
])

function apply(before: KubernetesObject, change: Record<string, unknown>, { scope }: PatchRequest): KubernetesObject {
  try {
    return strategicMergeMapPatch(before, change, scope.versionedType)
  } catch (error) {
    if (!isMachineryError(error)) throw error
    if (malformed.has(error.code)) throw newBadRequest(error.message)
    if (error.code !== 'NoListOfLists') throw error
    throw newGenericServerResponse(422, { verb: '', serverMessage: error.message })
  }
}

function readResult(
  { scope, options }: PatchRequest,
  after: KubernetesObject,
  change: Record<string, unknown>,
): { readonly object: KubernetesObject; readonly found: readonly string[] } {
  const type = scope.versionedType
  const found: string[] = []
  try {
    if (fieldValidationOf(options) !== 'Ignore') fromUnstructured(after, type, { mode: 'strict' })
  } catch (error) {
    if (!isStrictDecodingError(error)) throw invalidPatch(goValueText(change), restoringMessage(messageOf(error)))
    found.push(...error.errors.toSorted(byDepth))
  }
  try {
    return { object: asHeld(fromUnstructured(after, type, { mode: 'canonical' })), found }
  } catch (error) {
    throw invalidPatch(goValueText(change), restoringMessage(messageOf(error)))
  }
}

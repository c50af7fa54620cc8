import { deepCopy } from 'apimachinery/descriptor'
import { isMachineryError, messageOf, newBadRequest } from 'apimachinery/errors'
import { type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import { decodeCBOR } from 'apimachinery/runtime/serializer/cbor'
import { isDuplicateKeysError, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { toHub } from './decode-object.js'
import { addStrictDecodingWarnings, fieldValidationOf } from './field-validation.js'
import { settled } from './object-conversion.js'
import type { Patcher, PatchRequest } from './patcher.js'

/** Server-side apply: the patch is the applied configuration. */
export function applyPatcher(format: 'yaml' | 'cbor'): Patcher {
  const change = async (patch: PatchRequest, live: KubernetesObject): Promise<KubernetesObject> => {
    const { fieldManager } = patch.scope
    if (fieldManager === undefined) throw new Error('FieldManager must be installed to run apply')
    const { options } = patch
    const { config, isUnique } = read(format, patch)
    const request = { manager: options.fieldManager ?? '', force: options.force ?? false }
    const applied = await settled(patch.scope, () => fieldManager.apply(live, config, request))
    if (!isUnique) checkStrictly(patch)
    // Parts that the patch did not change are shared with the stored object.
    return toHub(patch.scope, deepCopy(applied))
  }
  return {
    change: (patch, current) => change(patch, current.object),
    create: (patch) => change(patch, new patch.scope.hubType()),
  }
}

interface ReadConfiguration {
  readonly config: Unstructured
  /** No key is there twice, or nobody asked. */
  readonly isUnique: boolean
}

function read(format: 'yaml' | 'cbor', patch: PatchRequest): ReadConfiguration {
  try {
    const { value, isUnique } =
      format === 'yaml' ? readYAML(patch) : { value: decodeCBOR(patch.bytes) as unknown, isUnique: true }
    if (value === null) return { config: new Unstructured(), isUnique }
    if (typeof value === 'object' && !Array.isArray(value)) return { config: new Unstructured(value), isUnique }
    const what =
      format === 'yaml'
        ? `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeOf(value)}`
        : `cbor: cannot unmarshal ${cborTypeOf(value)}`
    throw new Error(`${what} into Go value of type map[string]interface {}`)
  } catch (error) {
    throw newBadRequest(`error decoding ${nameOfPatch(patch)}: ${messageOf(error)}`)
  }
}

/** Earlier releases say YAML of either format. */
function nameOfPatch({ scope }: PatchRequest): string {
  return scope.release.minor >= 37 ? 'patch' : 'YAML'
}

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** Source: `CBORType` of github.com/fxamacker/cbor. */
function cborTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string') return 'UTF-8 text string'
  if (typeof value !== 'bigint' && !Number.isInteger(value)) return 'primitives'
  return (value as number | bigint) < 0 ? 'negative integer' : 'positive integer'
}

/** Reads strictly where that is asked for; only what does not pass is read, and checked, once more. */
function readYAML({ bytes, options }: PatchRequest): { readonly value: unknown; readonly isUnique: boolean } {
  const isStrict = fieldValidationOf(options) !== 'Ignore'
  try {
    if (isStrict) return { value: yamlToJSON(bytes, { strict: true }), isUnique: true }
  } catch {
    // It is applied all the same; what is wrong is reported after that.
  }
  try {
    return { value: yamlToJSON(bytes), isUnique: !isStrict }
  } catch (error) {
    throw new Error(`error converting YAML to JSON: ${messageOf(error)}`)
  }
}

/** Checks for duplicate keys. */
function checkStrictly(patch: PatchRequest): void {
  const { bytes, options, request } = patch
  const validation = fieldValidationOf(options)
  try {
    yamlToJSON(bytes, { strict: true })
  } catch (error) {
    if (!isDuplicateKeysError(error) && !isMachineryError(error)) throw error
    const message = `error converting YAML to JSON: ${messageOf(error)}`
    if (validation === 'Strict') throw newBadRequest(`error strict decoding ${nameOfPatch(patch)}: ${message}`)
    addStrictDecodingWarnings(request.warnings, [message])
  }
}

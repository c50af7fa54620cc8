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
    const config = read(format, patch.bytes)
    const request = { manager: options.fieldManager ?? '', force: options.force ?? false }
    const applied = await settled(patch.scope.conversion, () => fieldManager.apply(live, config, request))
    if (format === 'yaml') checkStrictly(patch)
    // Parts that the patch did not change are shared with the stored object.
    return toHub(patch.scope, deepCopy(applied))
  }
  return {
    change: (patch, current) => change(patch, current.object),
    create: (patch) => change(patch, new patch.scope.hubType()),
  }
}

function read(format: 'yaml' | 'cbor', bytes: Uint8Array): Unstructured {
  try {
    const value: unknown = format === 'yaml' ? readYAML(bytes) : decodeCBOR(bytes)
    if (value === null) return new Unstructured()
    if (typeof value === 'object' && !Array.isArray(value)) return new Unstructured(value)
    const what =
      format === 'yaml'
        ? `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeOf(value)}`
        : `cbor: cannot unmarshal ${cborTypeOf(value)}`
    throw new Error(`${what} into Go value of type map[string]interface {}`)
  } catch (error) {
    // Upstream says so of either format.
    throw newBadRequest(`error decoding YAML: ${messageOf(error)}`)
  }
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

function readYAML(bytes: Uint8Array): unknown {
  try {
    return yamlToJSON(bytes)
  } catch (error) {
    throw new Error(`error converting YAML to JSON: ${messageOf(error)}`)
  }
}

/** Checks for duplicate keys. */
function checkStrictly({ bytes, options, request }: PatchRequest): void {
  const validation = fieldValidationOf(options)
  if (validation === 'Ignore') return
  try {
    yamlToJSON(bytes, { strict: true })
  } catch (error) {
    if (!isDuplicateKeysError(error) && !isMachineryError(error)) throw error
    const message = `error converting YAML to JSON: ${messageOf(error)}`
    if (validation === 'Strict') throw newBadRequest(`error strict decoding YAML: ${message}`)
    addStrictDecodingWarnings(request.warnings, [message])
  }
}

import { isMachineryError } from '../../../errors/machinery-error.js'
import type { JSONValue } from '../../../json/json-value.js'
import { parseJSON } from '../../../json/parse-json.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { memberOf } from '../../validation/go-values.js'
import { validateTaints } from '../scheduling/taints.js'
import type { Taint } from '../v1/types.gen.js'

const taintsKey = 'scheduler.alpha.kubernetes.io/taints'
const avoidPodsKey = 'scheduler.alpha.kubernetes.io/preferAvoidPods'

type Annotations = Readonly<Record<string, string>> | null | undefined
type JSONStruct = Readonly<Record<string, JSONValue>>

/** Checks the annotations with JSON that later became fields of a node. */
export function validateNodeAnnotations(annotations: Annotations, path: FieldPath): FieldError[] {
  const taints = memberOf(annotations, taintsKey)
  const avoidPods = memberOf(annotations, avoidPodsKey)
  return [...(taints ? taintErrors(taints, path) : []), ...(avoidPods ? avoidPodErrors(avoidPods, path) : [])]
}

function taintErrors(text: string, path: FieldPath): FieldError[] {
  const read = readJSON(text, (value) => structsIn(value, '[]core.Taint', 'core.Taint'))
  if (typeof read === 'string') return [invalid(path, taintsKey, read)]
  return validateTaints(read.map(taintOf), path.child(taintsKey))
}

/** Go finds fields of the internal type in any case of their names. */
function taintOf(value: JSONStruct): Taint {
  const text = (name: string) => {
    const found = Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1]
    return typeof found === 'string' ? found : ''
  }
  return { key: text('key'), value: text('value'), effect: text('effect') }
}

function avoidPodErrors(text: string, path: FieldPath): FieldError[] {
  const read = readJSON(text, (value) => {
    const { preferAvoidPods = null } = structIn(value, 'v1.AvoidPods')
    const where = 'struct field AvoidPods.preferAvoidPods of type'
    return structsIn(preferAvoidPods, `${where} []v1.PreferAvoidPodsEntry`, `${where} v1.PreferAvoidPodsEntry`)
  })
  if (typeof read === 'string') return [invalid(path.child('AvoidPods'), avoidPodsKey, read)]
  return read.flatMap((entry, i) => entryErrors(entry, path.child(avoidPodsKey).index(i).child('PodSignature')))
}

function entryErrors(entry: JSONStruct, path: FieldPath): FieldError[] {
  const controller = (entry.podSignature as JSONStruct | null | undefined)?.podController
  if (controller === null || controller === undefined) return [required(path, '')]
  if ((controller as JSONStruct).controller === true) return []
  return [invalid(path.child('PodController', 'Controller'), false, 'must point to a controller')]
}

/** The content of a JSON text, or the reason why Go cannot parse it. */
function readJSON<T extends object>(text: string, read: (value: JSONValue) => T): T | string {
  try {
    return read(parseJSON(text))
  } catch (error) {
    if (isMachineryError(error) || error instanceof WrongType) return error.message
    throw error
  }
}

/** A JSON value of another type than Go expects. */
class WrongType extends Error {
  constructor(value: JSONValue, target: string) {
    const kind = target.startsWith('struct field') ? 'Go ' : 'Go value of type '
    super(`json: cannot unmarshal ${jsonTypeOf(value)} into ${kind}${target}`)
  }
}

function jsonTypeOf(value: JSONValue): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'bigint' ? 'number' : typeof value
}

function structIn(value: JSONValue, target: string): JSONStruct {
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new WrongType(value, target)
  return value
}

function structsIn(value: JSONValue, list: string, item: string): readonly JSONStruct[] {
  if (value === null) return []
  if (!Array.isArray(value)) throw new WrongType(value, list)
  return value.map((each) => structIn(each, item))
}

import { describe, expect, it } from 'vitest'
import { addToScheme } from '../../src/api/index.js'
import { canonicalize } from '../../src/descriptor/to-canonical-json.js'
import { isMachineryError, isStatusError } from '../../src/errors/index.js'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import {
  type FieldManager,
  newDefaultCRDFieldManager,
  newDefaultFieldManager,
  unstructuredMachinery,
} from '../../src/managedfields/index.js'
import {
  fromUnstructured,
  type KindClass,
  type KubernetesObject,
  Scheme,
  Unstructured,
} from '../../src/runtime/index.js'
import { GroupVersionKind, parseGroupVersion } from '../../src/schema/index.js'
import { goldenLines } from '../golden-lines.js'
import { portions } from '../portions.js'

interface Step {
  readonly verb: 'apply' | 'update'
  readonly manager: string
  readonly force: boolean
  readonly object: JSONObject
}

/** A history of one object, and what Go's field manager answered to each step. */
interface History {
  readonly mode: 'scheme' | 'deduced'
  readonly apiVersion: string
  readonly kind: string
  readonly subresource: string
  readonly steps: readonly Step[]
  readonly answers: readonly JSONObject[]
}

const histories = goldenLines<History>('managedfields/sequences.jsonl.gz')
const scheme = new Scheme()
addToScheme(scheme)
const noDefaults = { default: (): void => undefined }

/** Plays a history; objects are compared in the form in which Go writes them. */
class Player {
  readonly #type: KindClass | undefined
  readonly #manager: FieldManager
  #live: KubernetesObject

  constructor({ mode, apiVersion, kind, subresource }: History) {
    const { group, version } = parseGroupVersion(apiVersion)
    const gvk = new GroupVersionKind(group, version, kind)
    const typed = mode === 'scheme'
    const machinery = {
      ...unstructuredMachinery(),
      convertor: { convertToVersion: (object: KubernetesObject) => object },
    }
    this.#type = typed ? scheme.classFor(gvk) : undefined
    this.#manager = typed
      ? newDefaultFieldManager({ kind: gvk, scheme, subresource, defaulter: noDefaults })
      : newDefaultCRDFieldManager({ kind: gvk, subresource, ...machinery })
    this.#live = typed ? scheme.new(gvk) : new Unstructured(gvk.toAPIVersionAndKind())
  }

  do(step: Step): JSONObject {
    try {
      this.#live = this.#run(step)
    } catch (error) {
      return failure(error)
    }
    const { metadata, ...rest } = this.#live as object as { metadata?: JSONObject }
    const { managedFields = [], ...others } = metadata ?? {}
    const content: JSONObject = metadata === undefined ? rest : { ...rest, metadata: others }
    const object = this.#type === undefined ? content : canonicalize(this.#type.descriptor, content)
    return { object, managed: (managedFields as JSONObject[]).map(({ time: _, ...entry }) => entry).sort(byName) }
  }

  #run({ verb, manager, force, object }: Step): KubernetesObject {
    const given = new Unstructured(structuredClone(object))
    if (verb === 'apply') return this.#manager.apply(this.#live, given, { manager, force })
    const next = this.#type === undefined ? given : fromUnstructured(given, this.#type)
    return this.#manager.update(this.#live, next, { manager })
  }
}

function failure(error: unknown): JSONObject {
  if (isStatusError(error)) {
    const { code = 0, reason = '', details } = error.status
    return { error: error.message, code, reason, ...(details ? { causes: details.causes?.length ?? 0 } : {}) }
  }
  if (!isMachineryError(error)) throw error
  return { error: error.message }
}

const byName = (a: JSONObject, b: JSONObject): number => (keyOf(a) < keyOf(b) ? -1 : 1)
const keyOf = ({ operation, manager, apiVersion }: JSONObject): string =>
  JSON.stringify([operation, manager, apiVersion])

/** The order of Go's errors and managers is partly random. */
function comparable(answer: JSONObject): JSONObject {
  const { error, managed, ...rest } = answer
  if (typeof error === 'string') return { ...rest, error: error.split('\n').sort() }
  return { ...rest, managed: ((managed as JSONValue[] | null) ?? ([] as JSONValue[])).slice().sort(byName as never) }
}

describe.each(['scheme', 'deduced'] as const)('field manager as in Go: %s', (mode) => {
  const played = histories.filter((history) => history.mode === mode)

  it('has many histories', () => expect(played.length).toBeGreaterThan(50))

  it.each(portions(played, 20).map((each) => [each]))('plays histories', (some) => {
    for (const history of some) {
      const player = new Player(history)
      for (const [i, step] of history.steps.entries()) {
        const where = `step ${i} of ${JSON.stringify(history.steps)}`
        expect(comparable(player.do(step)), where).toEqual(comparable(history.answers[i] as JSONObject))
      }
    }
  })
})

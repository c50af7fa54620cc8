import { deepCopy } from '../descriptor/deep-copy.js'
import type { JSONValue } from '../descriptor/types.js'
import { isMachineryError } from '../errors/machinery-error.js'
import { apiVersionInternal } from '../runtime/objects/internal-version.js'
import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import { isUnstructuredList } from '../runtime/objects/unstructured.js'
import { fromUnstructured, toUnstructured } from '../runtime/objects/unstructured-converter.js'
import type { KnownType } from '../runtime/scheme/kind-table.js'
import type { Scheme } from '../runtime/scheme/scheme.js'
import { CBORSerializer } from '../runtime/serializer/cbor/cbor-serializer.js'
import { JSONSerializer } from '../runtime/serializer/json/json-serializer.js'
import { ProtobufSerializer } from '../runtime/serializer/protobuf/protobuf-serializer.js'
import { YAMLSerializer } from '../runtime/serializer/yaml/yaml-serializer.js'
import { type Difference, differences } from './differences.js'
import { Filler, type FillerOptions } from './filler.js'
import { RoundTripError } from './round-trip-error.js'
import { defaultRounds, fillingOf } from './rounds.js'
import { shrink } from './shrink.js'

/** Options of {@link roundTrip}. */
export interface RoundTripOptions extends FillerOptions {
  /** Objects of each kind, from `seed` on. Default 200. Seeds 1 to 3 are the boundaries of the types. */
  readonly rounds?: number
  /** The kinds to test; default all of the scheme, without internal versions. */
  readonly kinds?: readonly KindClass[]
  /** The encodings to test. Default all; protobuf is omitted for kinds that have none. */
  readonly encodings?: readonly Encoding[]
}

/** A way that an object can take there and back. */
export type Encoding = 'JSON' | 'YAML' | 'protobuf' | 'CBOR' | 'unstructured'

const allEncodings: readonly Encoding[] = ['JSON', 'YAML', 'protobuf', 'CBOR', 'unstructured']

type EncodingRoundTrip = (object: KubernetesObject, type: KindClass) => KubernetesObject | undefined

/**
 * Sends random objects of every kind of a scheme through every encoding and back, and once through an unstructured
 * object, lists excepted.
 *
 * @returns how many objects went there and back.
 * @throws RoundTripError for the first one that came back different, with field path, seed and the smallest example.
 */
export function roundTrip(scheme: Scheme, options: RoundTripOptions = {}): number {
  const { rounds = defaultRounds, seed = 1, encodings = allEncodings } = options
  const ways = waysOf(scheme)
  const found = allKinds(scheme).filter(({ type }) => options.kinds === undefined || options.kinds.includes(type))
  let count = 0
  for (const { gvk, type } of found) {
    for (let round = 0; round < rounds; round++) {
      const object = new Filler(fillingOf(options, seed + round)).object(type, gvk.toAPIVersionAndKind())
      for (const encoding of encodings) {
        check(object, {
          type,
          seed: seed + round,
          go: ways[encoding],
          name: `${gvk}: ${encoding}`,
          distinguishesEmpty: encoding !== 'protobuf',
        })
        count++
      }
    }
  }
  return count
}

/** Kinds of the scheme that have a form outside of memory. */
export function allKinds(scheme: Scheme): KnownType[] {
  return scheme
    .allKnownTypes()
    .filter(({ gvk, type }) => gvk.version !== apiVersionInternal && type.descriptor !== undefined)
}

function waysOf(scheme: Scheme): Readonly<Record<Encoding, EncodingRoundTrip>> {
  const through =
    (codec: { encode(object: KubernetesObject): Uint8Array; decode: JSONSerializer['decode'] }): EncodingRoundTrip =>
    (object, into) =>
      codec.decode(codec.encode(object), { into }).object
  const protobuf = through(new ProtobufSerializer(scheme))
  return {
    JSON: through(new JSONSerializer(scheme)),
    YAML: through(new YAMLSerializer(scheme)),
    CBOR: through(new CBORSerializer(scheme)),
    protobuf: (object, into) => withoutMessage(() => protobuf(object, into)),
    unstructured: (object, into) => throughUnstructured(object, into),
  }
}

/** Undefined for lists: an unstructured one gives its items their kind, which those of a typed one do not declare. */
function throughUnstructured(object: KubernetesObject, into: KindClass): KubernetesObject | undefined {
  const content = toUnstructured(object)
  return isUnstructuredList(content) ? undefined : fromUnstructured(content, into)
}

/** Undefined for kinds without a protobuf form. */
function withoutMessage(go: () => KubernetesObject | undefined): KubernetesObject | undefined {
  try {
    return go()
  } catch (error) {
    if (isMachineryError(error, 'NotMarshalable')) return undefined
    throw error
  }
}

interface Attempt {
  readonly type: KindClass
  readonly seed: number
  readonly go: EncodingRoundTrip
  readonly name: string
  /** Protobuf does not: an empty list or map is not written. */
  readonly distinguishesEmpty: boolean
}

function check(object: KubernetesObject, attempt: Attempt): void {
  const outcome = outcomeOf(object, attempt)
  if (outcome === undefined) return
  const example = shrink(object, (smaller) => isAlike(outcomeOf(smaller, attempt), outcome))
  const last = outcomeOf(example, attempt) ?? outcome
  throw new RoundTripError({ way: attempt.name, example, seed: attempt.seed, ...last })
}

/** The failure of the round trip of one object. */
export interface Outcome {
  readonly differences: readonly Difference[]
  readonly cause?: unknown
}

/** Reports whether a smaller object fails as the first one did. */
export function isAlike(smaller: Outcome | undefined, first: Outcome): boolean {
  if (smaller === undefined) return false
  if (first.cause !== undefined) return causeMessage(smaller.cause) === causeMessage(first.cause)
  return smaller.cause === undefined && smaller.differences.some(({ path }) => path === first.differences[0]?.path)
}

function isEmptyValue(value: JSONValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

function causeMessage(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined
}

function outcomeOf(object: KubernetesObject, { type, go, distinguishesEmpty }: Attempt): Outcome | undefined {
  try {
    const back = go(deepCopy(object), type)
    const all = back === undefined ? [] : differences(type.descriptor, object, back)
    const found = distinguishesEmpty
      ? all
      : all.filter(({ left, right }) => !isEmptyValue(left) || !isEmptyValue(right))
    return found.length === 0 ? undefined : { differences: found }
  } catch (cause) {
    return { differences: [], cause }
  }
}

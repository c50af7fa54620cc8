import { Status } from 'apimachinery/meta/v1'
import { type KindClass, type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import type { SerializerFormat, SerializerInfo } from 'apimachinery/runtime/serializer'
import { cborFormat } from 'apimachinery/runtime/serializer/cbor'
import { type IntegerRule, jsonFormat } from 'apimachinery/runtime/serializer/json'
import { protobufFormat } from 'apimachinery/runtime/serializer/protobuf'
import type { GroupVersionKind } from 'apimachinery/schema'

/** Reads and writes the kinds of one resource client in every format, each format made when it is first met. */
export class KindCodec {
  readonly #classes: ReadonlyMap<string, KindClass>
  readonly #integers: IntegerRule
  readonly #infos = new Map<string, SerializerInfo>()

  /** Kinds that are not among `classes` are `Unstructured`. */
  constructor(classes: readonly KindClass[], integers: IntegerRule = 'bigint') {
    const named = [Status as KindClass, ...classes].map((each) => [kindKey(each.groupVersionKind), each] as const)
    this.#classes = new Map([...named, ['/v1, Kind=Status', Status]])
    this.#integers = integers
  }

  /** The serializers of a content type, parameters ignored; `undefined` for one that is unknown. */
  forContentType(contentType: string): SerializerInfo | undefined {
    const mediaType = contentType.split(';', 1)[0]!
    const known = this.#infos.get(mediaType)
    if (known !== undefined) return known
    const format = formats.get(mediaType.trim().toLowerCase())
    if (format === undefined) return undefined
    const classFor = (gvk: GroupVersionKind): KindClass => this.#classes.get(kindKey(gvk)) ?? Unstructured
    const info = format({ name: 'client', classFor }, { mode: 'faithful', pretty: false, integers: this.#integers })
    this.#infos.set(mediaType, info)
    return info
  }

  /** The bytes of an object. @throws what the format throws for what it cannot write. */
  encode(object: KubernetesObject, contentType: string): Uint8Array {
    const info = this.forContentType(contentType)
    if (info === undefined) throw new TypeError(`no format for content type ${JSON.stringify(contentType)}`)
    return info.serializer.encode(object)
  }
}

const formats: ReadonlyMap<string, SerializerFormat> = new Map([
  ['application/json', jsonFormat],
  ['application/vnd.kubernetes.protobuf', protobufFormat],
  ['application/cbor', cborFormat],
  ['application/cbor-seq', cborFormat],
])

function kindKey({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`
}

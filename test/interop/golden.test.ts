import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Serializer } from '../../src/runtime/interfaces.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { parseGroupVersion } from '../../src/schema/parse.js'
import { goldenLines } from '../golden-lines.js'
import { canonicalSerializers } from './serializers.js'

/** An object as Go writes it in each format. Go reads `json` from a format unless another field is set. */
interface Golden {
  readonly gvk: string
  readonly content: string
  readonly json: string
  readonly yaml: string
  /** Base64; absent for the few kinds without a protobuf form. */
  readonly pb?: string
  readonly cbor: string
  readonly fromYAML?: string
  readonly fromPB?: string
  readonly fromCBOR?: string
}

const files = readdirSync('test/golden').filter((file) => file.endsWith('.jsonl.gz'))
const { json, yaml, pb, cbor } = canonicalSerializers()

function kindOf(text: string): GroupVersionKind {
  const slash = text.lastIndexOf('/')
  const { group, version } = parseGroupVersion(text.slice(0, slash))
  return new GroupVersionKind(group, version, text.slice(slash + 1))
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}

/**
 * What Go's filler puts into raw JSON. Go's writer of JSON escapes it and its reader keeps the escape, so that the object of
 * the JSON is not the object of the protobuf.
 */
const unescapedRaw = '"x<y"'

function written(golden: Golden): Record<string, string> {
  const defaults = kindOf(golden.gvk)
  const { object } = json.decode(golden.json, { defaults })
  const formats = {
    json: text(json.encode(object)),
    yaml: text(yaml.encode(object)),
    cbor: base64(cbor.encode(object)),
  }
  if (golden.pb === undefined) return formats
  const bytes = pb.encode(object)
  const wanted = Buffer.from(golden.pb, 'base64')
  if (!wanted.includes(unescapedRaw)) return { ...formats, pb: base64(bytes) }
  const { object: fromProtobuf } = pb.decode(wanted, { defaults })
  return {
    ...formats,
    json: text(json.encode(pb.decode(bytes, { defaults }).object)),
    pb: base64(pb.encode(fromProtobuf)),
  }
}

function readBack(reader: Serializer, golden: Golden, data: string | Uint8Array): string {
  return text(json.encode(reader.decode(data, { defaults: kindOf(golden.gvk) }).object))
}

describe.each(files)('objects recorded from Go: %s', (file) => {
  const goldens = goldenLines<Golden>(file)

  test('JSON read here and written in every format gives the bytes of Go', () => {
    for (const golden of goldens) {
      const { gvk, content, json, yaml, cbor } = golden
      const formats = golden.pb === undefined ? { json, yaml, cbor } : { json, yaml, cbor, pb: golden.pb }
      expect({ gvk, content, ...written(golden) }).toEqual({ gvk, content, ...formats })
    }
  })

  test('every format read here is what Go reads', () => {
    for (const golden of goldens) {
      const { gvk, content } = golden
      const want = [golden.fromYAML ?? golden.json, golden.fromCBOR ?? golden.json]
      const got = [readBack(yaml, golden, golden.yaml), readBack(cbor, golden, Buffer.from(golden.cbor, 'base64'))]
      if (golden.pb !== undefined) {
        want.push(golden.fromPB ?? golden.json)
        got.push(readBack(pb, golden, Buffer.from(golden.pb, 'base64')))
      }
      expect({ gvk, content, got }).toEqual({ gvk, content, got: want })
    }
  })
})

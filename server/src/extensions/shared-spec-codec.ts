import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { withMembers } from 'apimachinery/runtime'
import type { StorageCodec } from '../storage/lazy-object.js'
import { memberSlice } from './member-slice.js'

type Spec = CustomResourceDefinition['spec']

/**
 * A codec of definitions stored as JSON whose states share their `spec`: a schema has up to a megabyte, and the controllers write the
 * status of each definition several times. Definitions in memory are never changed below `spec`.
 */
export function sharedSpecCodec(codec: StorageCodec<CustomResourceDefinition>): StorageCodec<CustomResourceDefinition> {
  const bytesOf = new WeakMap<Spec, Uint8Array>()
  const specOf = new WeakMap<Uint8Array, Spec>()

  const remember = (data: Uint8Array, spec: Spec): Uint8Array => {
    const slice = memberSlice(data, 'spec')
    if (slice !== undefined) {
      specOf.set(data, spec)
      // Of the newest state, whose bytes the store has anyway.
      bytesOf.set(spec, data.subarray(slice.start, slice.end))
    }
    return data
  }

  return {
    encode(definition) {
      const { spec } = definition
      const known = bytesOf.get(spec)
      if (known === undefined) return remember(codec.encode(definition), spec)
      const data = replaced(codec.encode(withMembers(definition, { spec: emptySpec })), known)
      return data === undefined ? codec.encode(definition) : remember(data, spec)
    },
    decode(data) {
      const spec = specOf.get(data)
      const small = spec && replaced(data, emptySpecBytes)
      if (spec !== undefined && small !== undefined) return withMembers(codec.decode(small), { spec })
      const definition = codec.decode(data)
      remember(data, definition.spec)
      return definition
    },
  }
}

const emptySpec = { group: '', names: { plural: '', kind: '' }, scope: '', versions: [] } as unknown as Spec
const emptySpecBytes = /* @__PURE__ */ Buffer.from('{}')

function replaced(data: Uint8Array, spec: Uint8Array): Uint8Array | undefined {
  const slice = memberSlice(data, 'spec')
  if (slice === undefined) return undefined
  return Buffer.concat([data.subarray(0, slice.start), spec, data.subarray(slice.end)])
}

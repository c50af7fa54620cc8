import { describe, expect, it } from 'vitest'
import { addToScheme, ConfigMap } from '../../src/api/core/v1/index.js'
import { Status } from '../../src/meta/v1/index.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { EventReader } from '../../src/watch/event-reader.js'
import { stopOnAbort } from '../../src/watch/watcher.js'

const scheme = new Scheme({ name: 'test' })
addToScheme(scheme)
const reader = new EventReader(new CodecFactory(scheme).universalDeserializer(), { into: ConfigMap })
const bytes = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

describe('events are read', () => {
  it('into the class that is watched, errors as a Status', () => {
    const map = reader.read({ type: 'ADDED', object: bytes({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } }) })
    expect(map.object).toBeInstanceOf(ConfigMap)
    const gone = reader.read({ type: 'ERROR', object: bytes({ apiVersion: 'v1', kind: 'Status', code: 410 }) })
    expect(gone.object).toBeInstanceOf(Status)
    expect(gone.object).toMatchObject({ code: 410 })
  })

  it('and refused with another kind, or an unknown type', () => {
    const object = bytes({ apiVersion: 'v1', kind: 'Status', code: 410 })
    expect(() => reader.read({ type: 'ADDED', object })).toThrow()
    expect(() => reader.read({ type: 'GONE', object } as never)).toThrow(
      expect.objectContaining({ path: 'type', message: expect.stringContaining('got invalid watch event type: GONE') }),
    )
  })
})

describe('stopOnAbort', () => {
  it('stops once, at once for a signal that was aborted before, and not when it has forgotten the signal', () => {
    let stops = 0
    const watcher = { stop: () => void stops++ }
    stopOnAbort(watcher, AbortSignal.abort())
    expect(stops).toBe(1)
    const later = new AbortController()
    stopOnAbort(watcher, later.signal)
    const forgotten = new AbortController()
    stopOnAbort(watcher, forgotten.signal)()
    later.abort()
    forgotten.abort()
    expect(stops).toBe(2)
    expect(stopOnAbort(watcher, undefined)()).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import { addToScheme as addApps } from '../../src/api/apps/v1/index.js'
import { addToScheme } from '../../src/api/core/v1/index.js'
import { WatchEvent } from '../../src/meta/v1/types.gen.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { setGroupVersionKind, withGroupVersionKind } from '../../src/runtime/scheme/kind-access.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { parseGroupVersion } from '../../src/schema/parse.js'

const scheme = new Scheme()
addToScheme(scheme)
addApps(scheme)
const codecs = new CodecFactory(scheme, { mode: 'canonical' })
const serializers = codecs.supportedMediaTypes().filter(({ mediaType }) => !mediaType.includes('yaml'))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** What Go writes for `&WatchEvent{Type: "ADDED"}`, wherever its GVK was set: its TypeMeta is no place for it. */
const inGo = new Map([
  ['application/json', '{"type":"ADDED","object":null}\n'],
  ['application/vnd.kubernetes.protobuf', Buffer.from('6b3873000a040a0012001209', 'hex').toString('latin1')],
])

describe('a watch event has no kind', () => {
  const made: [string, () => KubernetesObject][] = [
    [
      'by scheme.new()',
      () => Object.assign(scheme.new(parseGroupVersion('v1').withKind('WatchEvent')), { type: 'ADDED' }),
    ],
    [
      'by scheme.new() of another group',
      () => Object.assign(scheme.new(parseGroupVersion('apps/v1').withKind('WatchEvent')), { type: 'ADDED' }),
    ],
    ...serializers.map(({ mediaType, serializer }): [string, () => KubernetesObject] => [
      `read from ${mediaType}`,
      () => {
        const gvk = parseGroupVersion('v1').withKind('WatchEvent')
        return serializer.decode(serializer.encode(Object.assign(scheme.new(gvk), { type: 'ADDED' })), {
          defaults: gvk,
        }).object
      },
    ]),
    ['by its constructor', () => new WatchEvent({ type: 'ADDED', object: null } as never)],
    [
      'that was told one',
      () => {
        const event = new WatchEvent({ type: 'ADDED', object: null } as never)
        setGroupVersionKind(event, parseGroupVersion('v1').withKind('WatchEvent'))
        return withGroupVersionKind(event, parseGroupVersion('apps/v1').withKind('WatchEvent'))
      },
    ],
  ]
  test.each(made)('%s', (_, make) => {
    const event = make()
    expect(Object.keys(event)).not.toContain('kind')
    for (const { mediaType, serializer } of serializers) {
      const bytes = text(serializer.encode(event))
      expect(bytes, mediaType).not.toContain('WatchEvent')
      const wanted = inGo.get(mediaType)
      if (wanted !== undefined) expect(bytes.startsWith(wanted), mediaType).toBe(true)
      const versioned = codecs.encoderForVersion(serializer, parseGroupVersion('v1'))
      expect(text(versioned.encode(event)), mediaType).toBe(bytes)
    }
  })
})

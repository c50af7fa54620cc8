import { describe, expect, test } from 'vitest'
import { Pod } from '../../src/api/core/v1/types.gen.js'
import { httpStatusFor, toAPIStatus } from '../../src/errors/status-object.js'
import { applyPatch, statusErrorFromPatch } from '../../src/patch/apply-patch.js'
import { PatchType } from '../../src/patch/patch-type.js'

const pod = new Pod({ metadata: { name: 'a', labels: { x: '1' } }, spec: { containers: [{ name: 'c', image: 'i' }] } })

describe('applyPatch', () => {
  const patches = [
    [PatchType.JSON, '[{"op":"replace","path":"/spec/containers/0/image","value":"j"}]'],
    [PatchType.Merge, '{"spec":{"containers":[{"name":"c","image":"j"}]}}'],
    [PatchType.StrategicMerge, '{"spec":{"containers":[{"name":"c","image":"j"}]}}'],
  ] as const

  test.each(patches)('$name', (type, patch) => {
    const patched = applyPatch(pod, patch, { type })
    expect(patched).toBeInstanceOf(Pod)
    expect(patched.spec?.containers).toEqual([{ name: 'c', image: 'j' }])
    expect(pod.spec?.containers[0]?.image).toBe('i')
    const text = applyPatch(JSON.stringify(pod), patch, { type, schema: Pod })
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(patched)))
  })

  test('a strategic merge patch of text needs the kind, server-side apply a field manager', () => {
    expect(() => applyPatch('{}', '{}', { type: PatchType.StrategicMerge })).toThrow('name the kind')
    expect(() => applyPatch(pod, '{}', { type: PatchType.Apply })).toThrow('needs a field manager')
  })
})

type Refused = [name: string, type: PatchType, patch: string, code: number, message: string | RegExp | undefined]

describe('statusErrorFromPatch', () => {
  const rejected = 'the server rejected our request due to an error in our request'
  const many = JSON.stringify(Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'Pod' })))
  const copies = Array.from({ length: 9 }, () => ({ op: 'copy', from: '/spec', path: '/spec/x' }))
  const refused: readonly Refused[] = [
    ['text that is no JSON', PatchType.JSON, '[', 400, undefined],
    ['no list', PatchType.JSON, '{}', 400, 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['too many operations', PatchType.JSON, many, 413, /maximum operations in a JSON patch is 10000, got 10001$/],
    ['copies of copies', PatchType.JSON, JSON.stringify(copies), 422, rejected],
    ['a test that fails', PatchType.JSON, '[{"op":"test","path":"/kind","value":"X"}]', 422, rejected],
    ['a path that is not there', PatchType.JSON, '[{"op":"remove","path":"/none"}]', 422, rejected],
    ['no object', PatchType.Merge, '1', 400, 'Invalid JSON Patch'],
    [
      'a bad directive',
      PatchType.StrategicMerge,
      '{"spec":{"$retainKeys":1}}',
      400,
      'invalid patch format of retainKeys',
    ],
  ]
  test.each(refused)('%s', (_, ...[type, patch, code, message]) => {
    let status: unknown
    try {
      applyPatch(pod, patch, { type, limits: { maxCopyBytes: 100 } })
    } catch (error) {
      status = toAPIStatus(statusErrorFromPatch(error))
    }
    expect(status).toMatchObject({ status: 'Failure', code })
    if (message !== undefined) expect((status as { message: string }).message).toMatch(message)
  })

  test('leaves other errors alone', () => {
    const error = new Error('other')
    expect(statusErrorFromPatch(error)).toBe(error)
    expect(httpStatusFor(statusErrorFromPatch(error))).toBe(500)
  })
})

import { expect, it } from 'vitest'
import { PatchType, patchTypeByName, patchTypeForContentType } from '../../src/patch/index.js'

it('a patch type is its content type', () => {
  expect(PatchType.StrategicMerge.contentType).toBe('application/strategic-merge-patch+json')
  for (const type of Object.values(PatchType)) {
    expect(patchTypeForContentType(type.contentType)).toBe(type)
    expect(patchTypeForContentType(`${type.contentType.toUpperCase()}; charset=utf-8`)).toBe(type)
    expect(patchTypeByName(type.name)).toBe(type)
  }
  expect(patchTypeForContentType('application/json')).toBeUndefined()
  expect(patchTypeByName('toString')).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { internalForm } from '../../../src/api/core/internal-form/internal-json.js'
import { forbiddenChange } from '../../../src/api/core/internal-form/struct-diff.js'
import { fieldPath } from '../../../src/validation/field-path.js'

describe('structs in messages', () => {
  test.each([
    [36, 'KeyToPath', { Key: 'k', Path: 'p', Mode: null }],
    [37, 'KeyToPath', { Key: 'k', Path: 'p', Mode: null, User: null }],
  ])('in release %i %s', (minor, type, form) => {
    expect(internalForm(type, { key: 'k', path: 'p' }, minor)).toEqual(form)
  })

  test('the namespaces of the host are in the security context of earlier releases', () => {
    const spec = { hostNetwork: true, securityContext: {} }
    const in36 = internalForm('PodSpec', spec, 36) as Record<string, unknown>
    const in37 = internalForm('PodSpec', spec, 37) as Record<string, unknown>
    expect(in36).not.toHaveProperty('HostNetwork')
    expect(in36.SecurityContext).toMatchObject({ HostNetwork: true })
    expect(in37).toMatchObject({ HostNetwork: true })
    expect(in37.SecurityContext).not.toHaveProperty('HostNetwork')
  })

  test('a difference is that of the release that asks', () => {
    const change = { type: 'EmptyDirVolumeSource', before: {}, after: { medium: 'Memory' } }
    const error = forbiddenChange(fieldPath('spec'), 'no', change)
    expect(error.inRelease(37)[0]?.message).toContain('"Mode": null')
    expect(error.inRelease(36)[0]?.message).not.toContain('"Mode"')
    expect(error.inRelease(36)[0]?.message).toContain('+ "Medium": "Memory"')
  })
})

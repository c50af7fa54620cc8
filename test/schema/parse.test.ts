import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMachineryError } from '../../src/errors/index.js'
import {
  fromAPIVersionAndKind,
  GroupVersion,
  GroupVersionKind,
  GroupVersionResource,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersion,
  parseKindArg,
  parseResourceArg,
} from '../../src/schema/index.js'

test.each([
  ['apps/v1', 'apps', 'v1'],
  ['v1', '', 'v1'],
  ['', '', ''],
  ['/', '', ''],
  ['apps/', 'apps', ''],
  ['/v1', '', 'v1'],
])('the group version %j', (text, group, version) => {
  expect(parseGroupVersion(text)).toEqual(new GroupVersion(group, version))
})

test('a group version with two slashes is refused', () => {
  const thrown = catching(() => parseGroupVersion('a/b/c'))
  expect(isMachineryError(thrown, 'InvalidGroupVersion')).toBe(true)
  expect((thrown as Error).message).toBe('unexpected GroupVersion string: a/b/c')
})

test('what is not readable as apiVersion counts as empty', () => {
  expect(fromAPIVersionAndKind('a/b/c', 'K')).toEqual(new GroupVersionKind('', '', 'K'))
  expect(fromAPIVersionAndKind('apps/v1', 'K')).toEqual(new GroupVersionKind('apps', 'v1', 'K'))
  expect(fromAPIVersionAndKind('/', 'K')).toEqual(new GroupVersionKind('', '', 'K'))
})

test('arguments are read both ways', () => {
  const kind = parseKindArg('Deployment.v1.apps.example.com')
  expect(kind.groupVersionKind).toEqual(new GroupVersionKind('apps.example.com', 'v1', 'Deployment'))
  expect(String(kind.groupKind)).toBe('Deployment.v1.apps.example.com')
  expect(parseKindArg('Deployment.apps').groupVersionKind).toBeUndefined()
  const resource = parseResourceArg('deployments.v1.apps')
  expect(resource.groupVersionResource).toEqual(new GroupVersionResource('apps', 'v1', 'deployments'))
  expect(parseResourceArg('pods').groupVersionResource).toBeUndefined()
})

test('printing and reading are inverse', () => {
  const part = fc.string().filter((text) => !/[/.]/.test(text))
  const name = part.filter((text) => text !== '')
  fc.assert(
    fc.property(fc.string(), part, name, (group, version, kind) => {
      const slashless = group.replaceAll('/', '')
      const gv = new GroupVersion(slashless, version)
      if (!gv.isEmpty()) expect(parseGroupVersion(gv.toString())).toEqual(gv)
      const { apiVersion } = gv.withKind(kind).toAPIVersionAndKind()
      expect(fromAPIVersionAndKind(apiVersion, kind).equals(gv.withKind(kind))).toBe(true)
      expect(parseGroupKind(gv.withKind(kind).groupKind().toString()).kind).toBe(kind)
      expect(parseGroupResource(gv.withResource(kind).groupResource().toString()).group).toBe(slashless)
    }),
  )
})

function catching(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}

import { expect, it } from 'vitest'
import type { ApiPackage } from '../../codegen/ir/model.js'
import { shortFolders } from '../../codegen/profiles/short-folders.js'

const packageOf = (group: string, version: string, path = `${group}/${version}`) =>
  ({ group, version, path }) as ApiPackage

it.each<[string, ApiPackage[], (string | undefined)[]]>([
  ['the first label of the group', [packageOf('monitoring.example.com', 'v1')], ['monitoring/v1']],
  ['versions of one group', [packageOf('a.b', 'v1'), packageOf('a.b', 'v2')], ['a/v1', 'a/v2']],
  ['groups that begin alike', [packageOf('a.b', 'v1'), packageOf('a.c', 'v2')], [undefined, undefined]],
  ['a path of OpenAPI', [packageOf('a.example.com', 'v1', 'com/example/a/v1')], ['a/v1']],
  ['a path of its own', [packageOf('a.b', 'v1', 'api/v1')], [undefined]],
])('%s', (_, packages, folders) => {
  const folderOf = shortFolders({ source: 'test', packages })
  expect(packages.map(folderOf)).toEqual(folders)
})

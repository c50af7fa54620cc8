import { describe, expect, it } from 'vitest'
import { requestPlace } from '../../src/request/request-place.js'

describe('the place of a path', () => {
  it.each([
    ['', 'elsewhere', '', '', ''],
    ['/', 'elsewhere', '', '', ''],
    ['/healthz', 'elsewhere', '', '', ''],
    ['/apisx/apps', 'elsewhere', '', '', ''],
    ['/api', 'root', 'api', '', ''],
    ['/api/', 'root', 'api', '', ''],
    ['/api//', 'root', 'api', '', ''],
    ['/api/v1', 'version', 'api', '', 'v1'],
    ['/api//v1', 'resource', 'api', '', ''],
    ['/api/v1/pods', 'resource', 'api', '', 'v1'],
    ['/api/v1//', 'version', 'api', '', 'v1'],
    ['/apis', 'root', 'apis', '', ''],
    ['/apis/', 'root', 'apis', '', ''],
    ['/apis//', 'elsewhere', 'apis', '', ''],
    ['/apis//apps/v1', 'elsewhere', 'apis', '', 'apps'],
    ['/apis/apps', 'group', 'apis', 'apps', ''],
    ['/apis/apps//', 'group', 'apis', 'apps', ''],
    ['/apis/apps/v1', 'version', 'apis', 'apps', 'v1'],
    ['/apis/apps//v1', 'resource', 'apis', 'apps', ''],
    ['/apis/apps/v1/deployments/a', 'resource', 'apis', 'apps', 'v1'],
    ['/apis/apps/./v1/..', 'resource', 'apis', 'apps', '.'],
  ])('%j is %s', (path, ...expected) => {
    const { level, prefix, group, version } = requestPlace(path)
    expect([level, prefix, group, version]).toEqual(expected)
  })

  it('has the segments as routes compare them: the empty ones between, none around', () => {
    expect(requestPlace('//a//b/./c d//')).toMatchObject({ segments: ['a', '', 'b', '.', 'c d'], start: 0 })
    expect(requestPlace('/api/v1/watch/pods')).toMatchObject({ segments: ['api', 'v1', 'watch', 'pods'], start: 2 })
    expect(requestPlace('/apis/apps/v1/deployments').start).toBe(3)
    expect(requestPlace('///').segments).toEqual([])
  })
})

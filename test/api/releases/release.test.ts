import { describe, expect, it } from 'vitest'
import { newestRelease, releaseOf, releases } from '../../../src/api/releases/index.js'

describe('releases', () => {
  it('are listed oldest first', () => {
    const minors = releases.map(({ minor }) => minor)
    expect(minors).toEqual([...minors].sort((a, b) => a - b))
    expect(newestRelease).toBe(releases.at(-1))
  })

  it('are found by name, tag and patch version', () => {
    for (const release of releases) {
      for (const text of [release.name, `v${release.name}`, release.version, ` v${release.version} `]) {
        expect(releaseOf(text)).toBe(release)
      }
    }
  })

  it.each(['', '1', '37', '1.2', 'v1.99', '1.36.x', 'newest'])('refuse %j, naming those that are known', (text) => {
    expect(() => releaseOf(text)).toThrow(
      expect.objectContaining({ code: 'UnknownRelease', message: expect.stringContaining(newestRelease.name) }),
    )
  })
})

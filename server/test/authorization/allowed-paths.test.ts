import { expect, it } from 'vitest'
import { allowedPaths } from '../../src/authorization/always.js'
import type { AuthorizationAttributes } from '../../src/authorization/authorizer.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Row {
  readonly paths: readonly string[] | null
  readonly error?: string
  readonly allowed: readonly string[]
  readonly others: readonly string[]
}

it.each(readVectors<readonly Row[]>('allowed-paths'))('$paths allow what upstream allows', async (row) => {
  const paths = row.paths ?? []
  if (row.error !== undefined) {
    expect(() => allowedPaths(paths)).toThrow(row.error)
    return
  }
  const decide = async (path: string) =>
    (await allowedPaths(paths).authorize({ isResourceRequest: false, path } as AuthorizationAttributes)).decision
  for (const path of row.allowed) expect([path, await decide(path)]).toEqual([path, 'allow'])
  for (const path of row.others) expect([path, await decide(path)]).toEqual([path, 'no-opinion'])
})

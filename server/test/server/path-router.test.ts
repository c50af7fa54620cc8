import { describe, expect, test } from 'vitest'
import type { Handler } from '../../src/request/http.js'
import { PathRouter } from '../../src/server/path-router.js'

/** The handler that a router finds for a path. */
async function found(router: PathRouter, path: string): Promise<string> {
  const calls: string[] = []
  await router.serve({ path } as never, { calls } as never)
  return calls.join()
}

const named =
  (name: string): Handler =>
  async (_request, response) => {
    ;(response as unknown as { calls: string[] }).calls.push(name)
  }

describe('PathRouter', () => {
  test('finds the path itself, then the longest prefix, then the next server', async () => {
    const router = new PathRouter(named('next'))
    for (const path of ['/a', '/a/b/exact']) router.handle(path, named(path))
    for (const prefix of ['/a/', '/b/', '/a/b/', '/a/b/c/']) router.handlePrefix(prefix, named(prefix))
    const paths = [
      '/a',
      '/a/',
      '/a/x',
      '/a/bc/x',
      '/a/b/exact',
      '/a/b/exact/',
      '/a/b/c/d/e',
      '/b/x',
      '/b',
      '/c/',
      '',
      '/',
    ]
    const results = await Promise.all(paths.map((path) => found(router, path)))
    expect(Object.fromEntries(paths.map((path, i) => [path, results[i]]))).toEqual({
      '/a': '/a',
      '/a/': '/a/',
      '/a/x': '/a/',
      '/a/bc/x': '/a/',
      '/a/b/exact': '/a/b/exact',
      '/a/b/exact/': '/a/b/',
      '/a/b/c/d/e': '/a/b/c/',
      '/b/x': '/b/',
      '/b': 'next',
      '/c/': 'next',
      '': 'next',
      '/': 'next',
    })
  })

  test('forgets what is taken back', async () => {
    const router = new PathRouter(named('next'))
    for (const prefix of ['/', '/a/']) router.handlePrefix(prefix, named(prefix))
    router.remove('/a/')
    expect([await found(router, '/a/b'), await found(router, '/a')]).toEqual(['/', '/'])
    router.handlePrefix('/a/', named('again'))
    expect(await found(router, '/a/b')).toBe('again')
  })
})

import { TestServer, type TestServerOptions, type TestServerSnapshot } from './test-server.js'

/** The test context of `node:test`, and of other runners with the same method. */
export interface TestContext {
  after(run: () => Promise<void>): void
}

/** Starts a server that is stopped with the test: `const server = await testServer(t, { crds })` in `node:test`. */
export async function testServer(context: TestContext, options: TestServerOptions = {}): Promise<TestServer> {
  const server = await TestServer.start(options)
  context.after(() => server.stop())
  return server
}

/** A fixture in the form of vitest and Playwright. */
export type Fixture<T> = (context: object, use: (value: T) => Promise<void>) => Promise<void>

/**
 * A fixture that gives each test a server: `const it = test.extend(testServerFixtures({ crds }))` in vitest, then
 * `it('…', async ({ server }) => …)`. The definitions are installed once; each test gets a fork.
 */
export function testServerFixtures(options: TestServerOptions = {}): { readonly server: Fixture<TestServer> } {
  let first: Promise<TestServerSnapshot> | undefined
  const begin = async () => {
    const server = await TestServer.start(options)
    const snapshot = server.snapshot()
    await server.stop()
    return snapshot
  }
  return {
    // The runner reads the names of the fixtures that are used from the first parameter.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    server: async ({}, use) => {
      first ??= begin()
      const server = await TestServer.from(await first, options)
      try {
        await use(server)
      } finally {
        await server.stop()
      }
    },
  }
}

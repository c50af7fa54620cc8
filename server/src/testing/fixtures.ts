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

/** Makes servers with the same content: it is made once, each server is a fork. */
function forks(options: TestServerOptions): () => Promise<TestServer> {
  let first: Promise<TestServerSnapshot> | undefined
  const begin = async () => {
    const server = await TestServer.start(options)
    const snapshot = server.snapshot()
    await server.stop()
    return snapshot
  }
  return async () => {
    first ??= begin()
    return TestServer.from(await first, options)
  }
}

/**
 * A fixture that gives each test a server: `const it = test.extend(testServerFixtures({ crds }))` in vitest and Playwright, then
 * `it('…', async ({ server }) => …)`. The definitions are installed once; each test gets a fork.
 */
export function testServerFixtures(options: TestServerOptions = {}): { readonly server: Fixture<TestServer> } {
  const fork = forks(options)
  return {
    // The runner reads the names of the fixtures that are used from the first parameter.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    server: async ({}, use) => {
      const server = await fork()
      try {
        await use(server)
      } finally {
        await server.stop()
      }
    },
  }
}

/** What a runner calls around each test; `timeout` in milliseconds, for the runners that take one. */
export interface TestHooks {
  beforeEach(run: () => Promise<void>, timeout?: number): unknown
  afterEach(run: () => Promise<void>): unknown
}

/** The first start reads the schemas of all kinds, which takes longer than hooks may by default. */
const startTimeout = 60_000

/**
 * Gives each test of a file a server in Jest, Mocha and Jasmine: `const each = testServerHooks({ crds })`, then `each.server` in a test. The
 * definitions are installed once; each test gets a fork.
 *
 * @param hooks those of the runner, where they are not global
 */
export function testServerHooks(
  options: TestServerOptions = {},
  hooks: TestHooks = globalHooks(),
): { readonly server: TestServer } {
  const fork = forks(options)
  let running: TestServer | undefined
  hooks.beforeEach(async () => {
    running = await fork()
  }, startTimeout)
  hooks.afterEach(async () => {
    const server = running
    running = undefined
    await server?.stop()
  })
  return {
    get server() {
      if (running === undefined) throw new TypeError('there is a server during a test only')
      return running
    },
  }
}

function globalHooks(): TestHooks {
  const { beforeEach, afterEach } = globalThis as Partial<TestHooks>
  if (beforeEach === undefined || afterEach === undefined) {
    throw new TypeError('this runner has no global beforeEach and afterEach: give them as the second parameter')
  }
  return { beforeEach, afterEach }
}

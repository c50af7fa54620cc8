// What the tests import from `vitest`, without its workers: tests are collected into a tree and run one by one.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  addCustomEqualityTesters,
  chai,
  customMatchers,
  GLOBAL_EXPECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'
import { fn, restoreAllMocks, spyOn } from '@vitest/spy'

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

function newExpect() {
  const expect = (value, message) => chai.expect(value, message)
  Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT])
  expect.getState = () => getState(expect)
  expect.setState = (state) => setState(state, expect)
  expect.extend = (matchers) => chai.expect.extend(expect, matchers)
  expect.addEqualityTesters = (testers) => addCustomEqualityTesters(testers)
  expect.unreachable = (message = '') => chai.assert.fail(`expected ${message} not to be reached`)
  Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, configurable: true })
  expect.poll = (read, options) => polled(read, { options, isNegated: false })
  setState({ assertionCalls: 0 }, expect)
  expect.extend(customMatchers)
  return expect
}

const expect = newExpect()

/** `expect.poll(read)`: assertions that are tried until they hold. */
function polled(read, { options, isNegated }) {
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === 'not') return polled(read, { options, isNegated: !isNegated })
        return (...args) =>
          waitFor(async () => {
            const assertion = expect(await read())
            await (isNegated ? assertion.not : assertion)[name](...args)
          }, options)
      },
    },
  )
}

/** `vi.waitFor`: tries until it succeeds, oftener than vitest does. */
async function waitFor(attempt, options = {}) {
  const { timeout = 1000 } = typeof options === 'number' ? { timeout: options } : options
  for (const end = performance.now() + timeout; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** Properties of an object that tests replace, until they are asked for again. */
function stubs(owner) {
  const before = new Map()
  const stub = (name, value) => {
    if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(owner, name))
    if (value === undefined) delete owner[name]
    else Object.defineProperty(owner, name, { value, configurable: true, enumerable: true, writable: true })
  }
  const restore = () => {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) delete owner[name]
      else Object.defineProperty(owner, name, descriptor)
    before.clear()
  }
  return { stub, restore }
}

const globals = stubs(globalThis)
const variables = stubs(process.env)
const vi = {
  fn,
  spyOn,
  restoreAllMocks,
  waitFor,
  stubGlobal: globals.stub,
  unstubAllGlobals: globals.restore,
  stubEnv: variables.stub,
  unstubAllEnvs: variables.restore,
}

/** Takes back what the tests of a fault replaced. */
export function restoreAll() {
  restoreAllMocks()
  globals.restore()
  variables.restore()
}

const kinds = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach']

function newSuite(name, parent) {
  return { name, parent, hooks: Object.fromEntries(kinds.map((kind) => [kind, []])), started: false }
}

/** `(name, body)`, `(name, options, body)` and `(name, body, limit)`. */
function bodyOf(args) {
  return args.find((each) => typeof each === 'function')
}

/** `define` and its variants: `each`, `skip`, `skipIf`, `runIf`. */
function withVariants(define) {
  const nothing = Object.assign(() => {}, { each: () => () => {} })
  return Object.assign(define, {
    each:
      (rows) =>
      (name, ...rest) => {
        const body = bodyOf(rest)
        rows.forEach((row, index) => {
          define(`${name} [${index}]`, (context) => (Array.isArray(row) ? body(...row) : body(row, context)))
        })
      },
    skip: nothing,
    skipIf: (condition) => (condition ? nothing : define),
    runIf: (condition) => (condition ? define : nothing),
  })
}

/** The module `vitest`, and `collect(file, load)`: the tests of a file that `load` evaluates, `{ id, suite, body }` in order. */
export function newCollector() {
  let suite
  let tests
  let counts
  let suites
  const pathOf = (each) => (each === undefined ? '' : `${pathOf(each.parent)} ${each.name}`)
  const test = withVariants((name, ...rest) => {
    const path = `${pathOf(suite)} ${name}`.trim()
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    tests.push({ id: count === 1 ? path : `${path} #${count}`, suite, body: bodyOf(rest) })
  })
  const describe = withVariants((name, ...rest) => {
    suites.push({ suite: newSuite(name, suite), body: bodyOf(rest) })
  })
  const hooks = Object.fromEntries(kinds.map((kind) => [kind, (body) => suite.hooks[kind].push(body)]))
  const expectTypeOf = () => new Proxy(() => expectTypeOf(), { get: () => expectTypeOf() })
  const vitest = { describe, suite: describe, test, it: test, expect, expectTypeOf, vi, ...hooks }
  const collect = async (file, load) => {
    suite = newSuite(file)
    tests = []
    counts = new Map()
    suites = []
    await load()
    // Bodies may be asynchronous, and define further suites.
    for (const each of suites) {
      suite = each.suite
      await each.body()
    }
    return tests
  }
  return { vitest, collect }
}

function suitesOf(test) {
  const suites = []
  for (let each = test.suite; each !== undefined; each = each.parent) suites.unshift(each)
  return suites
}

/** Runs one test with the hooks of its suites; throws what it throws. */
export async function runTest(test, started) {
  const suites = suitesOf(test)
  for (const suite of suites) {
    if (suite.started) continue
    suite.started = true
    started.push(suite)
    for (const hook of suite.hooks.beforeAll) await hook()
  }
  for (const suite of suites) for (const hook of suite.hooks.beforeEach) await hook()
  try {
    await test.body({ expect, skip: () => {}, task: { name: test.id } })
  } finally {
    for (const suite of suites.toReversed()) for (const hook of suite.hooks.afterEach) await hook()
  }
}

/** Ends the suites that have begun. */
export async function endSuites(started) {
  for (const suite of started.toReversed()) for (const hook of suite.hooks.afterAll) await hook()
}

// Stryker's runner for these tests: it evaluates the bundled tests again for each fault, in one process, which takes a
// tenth of a new worker of vitest. What needs more of vitest than describe, test and expect is left out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { commonTokens, declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { DryRunStatus, determineHitLimitReached, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner'
import { bundleTests } from './bundle.mjs'
import { testFiles, testFolder, workspaceOf } from './folder-tests.mjs'
import { OpenHandles } from './open-handles.mjs'
import { endSuites, newCollector, restoreAll, runTest } from './test-api.mjs'

/** Milliseconds of the processor that a test may take. */
const longest = 1000
/**
 * Milliseconds of the processor that the tests of one fault in a workspace may take together, those of its own folder and
 * then those of others, the shortest first; without it a survivor runs them all.
 */
const longestTogether = { own: 8000, others: 2500 }
/** How many milliseconds a test may take beyond ten times what it took without a fault. */
const patience = 1000

class EvaluatingRunner {
  static inject = [commonTokens.options, commonTokens.logger]
  #ns
  #log
  #evaluate
  #files
  #durations = new Map()
  /** Milliseconds of the processor that each test took without a fault. */
  #costs = new Map()
  /** Tests that fail without a fault, or take too long to run a hundred times. */
  #leftOut = new Set()
  #stray
  #kept
  /** Of a workspace: tests of the library open nothing. */
  #handles

  constructor(_options, log) {
    this.#log = log
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    process.env.NODE_ENV = 'test'
    for (const event of ['unhandledRejection', 'uncaughtException'])
      process.on(event, (error) => {
        this.#stray ??= error
      })
    const workspace = workspaceOf(process.env.MUTATE_FOLDER)
    if (workspace !== undefined) this.#handles = new OpenHandles()
    this.#ns = globalThis.__stryker__ ??= {}
    this.#files = testFiles(process.env.MUTATE_FOLDER, process.env.MUTATE_TESTS)
    const sandbox = process.cwd()
    // A process that is started again after an endless loop continues with the measurements of the first one.
    this.#kept = `${sandbox}/durations.json`
    if (existsSync(this.#kept)) {
      const { durations, costs } = JSON.parse(readFileSync(this.#kept, 'utf8'))
      this.#durations = new Map(durations)
      this.#costs = new Map(costs)
    }
    this.#evaluate = await bundleTests(this.#files, {
      sandbox,
      root: process.env.MUTATE_ROOT,
      workspace,
    })
    // Tests find recorded answers from the checkout.
    process.chdir(process.env.MUTATE_ROOT)
  }

  async dryRun() {
    this.#ns.activeMutant = undefined
    const { tests, failure } = await this.#collect(this.#files)
    if (failure !== undefined) throw new Error(`${failure.id}: ${failure.failureMessage}`)
    const results = []
    const started = []
    for (const test of tests) {
      this.#ns.currentTestId = test.id
      const before = process.cpuUsage()
      const result = await this.#run(test, started)
      this.#ns.currentTestId = undefined
      if (result.status === TestStatus.Failed) {
        this.#leftOut.add(test.id)
        this.#log.warn(`Left out, it fails without a fault: ${test.id}: ${result.failureMessage}`)
        delete this.#ns.mutantCoverage?.perTest[test.id]
        continue
      }
      const cpu = process.cpuUsage(before)
      const spent = (cpu.user + cpu.system) / 1000
      if (spent > longest) {
        this.#leftOut.add(test.id)
        this.#log.warn(`Left out, it takes ${spent.toFixed(0)} ms: ${test.id}`)
        delete this.#ns.mutantCoverage?.perTest[test.id]
        continue
      }
      this.#durations.set(test.id, result.timeSpentMs)
      this.#costs.set(test.id, spent)
      results.push(result)
    }
    await endSuites(started)
    await this.#handles?.closeAll()
    writeFileSync(this.#kept, JSON.stringify({ durations: [...this.#durations], costs: [...this.#costs] }))
    const mutantCoverage = this.#ns.mutantCoverage ?? { static: {}, perTest: {} }
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage }
  }

  async mutantRun({ activeMutant, hitLimit, mutantActivation, testFilter }) {
    this.#ns.hitLimit = hitLimit
    this.#ns.hitCount = 0
    this.#stray = undefined
    this.#ns.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined
    const wanted = testFilter === undefined ? undefined : new Set(testFilter)
    const files =
      wanted === undefined
        ? this.#files
        : this.#files.filter((file) => testFilter.some((id) => id.startsWith(`${file} `)))
    const { tests, failure } = await this.#collect(files)
    const chosen = tests.filter(({ id }) => !this.#leftOut.has(id) && (wanted === undefined || wanted.has(id)))
    this.#ns.activeMutant = activeMutant.id
    const results = failure === undefined ? [] : [failure]
    const started = []
    for (const test of failure === undefined ? this.#inOrder(chosen) : []) {
      const result = await this.#run(test, started)
      results.push(result)
      if (result.status === TestStatus.Failed) break
    }
    await within(patience, () => endSuites(started)).catch(() => {})
    restoreAll()
    await this.#handles?.closeAll()
    this.#ns.activeMutant = undefined
    return toMutantRunResult(
      determineHitLimitReached(this.#ns.hitCount, hitLimit) ?? { status: DryRunStatus.Complete, tests: results },
    )
  }

  /** What is likely to notice a fault soon comes first. */
  #inOrder(tests) {
    const sorted = tests.toSorted((a, b) => (this.#durations.get(a.id) ?? 0) - (this.#durations.get(b.id) ?? 0))
    if (this.#handles === undefined) return sorted
    const affordable = (chosen, most) => {
      let together = 0
      return chosen.filter(({ id }) => {
        together += this.#costs.get(id) ?? 0
        return together <= most
      })
    }
    const own = testFolder(process.env.MUTATE_FOLDER)
    const isOwn = ({ id }) => id.startsWith(`${own}/`)
    return [
      ...affordable(sorted.filter(isOwn), longestTogether.own),
      ...affordable(
        sorted.filter((test) => !isOwn(test)),
        longestTogether.others,
      ),
    ]
  }

  async #collect(files) {
    const { vitest, collect } = newCollector()
    const modules = this.#evaluate(vitest)
    const tests = []
    for (const file of files) {
      try {
        tests.push(...(await collect(file, async () => (await modules[file]()).finished)))
      } catch (error) {
        return { tests, failure: failed(`${file} load`, error) }
      }
    }
    return { tests }
  }

  async #run(test, started) {
    const from = performance.now()
    try {
      await within(patience + 10 * (this.#durations.get(test.id) ?? longest), () => runTest(test, started))
      if (this.#stray !== undefined) throw this.#stray
      return { id: test.id, name: test.id, status: TestStatus.Success, timeSpentMs: performance.now() - from }
    } catch (error) {
      this.#stray = undefined
      return failed(test.id, error)
    }
  }
}

/** A promise that never settles fails here; endless loops are ended by Stryker, with the whole process. */
async function within(limit, run) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not ended after ${limit} ms`)), limit)
  })
  try {
    await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}

function failed(id, error) {
  return {
    id,
    name: id,
    status: TestStatus.Failed,
    timeSpentMs: 0,
    failureMessage: String(error?.message ?? error).slice(0, 500),
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'evaluate', EvaluatingRunner)]

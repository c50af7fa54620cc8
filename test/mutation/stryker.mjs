// Stryker's settings for one folder of sources; run.mjs sets the variables.
import { fileURLToPath } from 'node:url'
import { workspaceOf } from './folder-tests.mjs'

const { MUTATE_FOLDER: folder, MUTATE_RANGES, MUTATE_CONCURRENCY = '1', MUTATE_RUNNER = 'evaluate' } = process.env

const isWorkspace = workspaceOf(folder) !== undefined

const runners = {
  evaluate: { plugins: [fileURLToPath(new URL('evaluate.mjs', import.meta.url))] },
  vitest: {
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  },
}

export default {
  mutate: MUTATE_RANGES.split(','),
  testRunner: MUTATE_RUNNER,
  ...runners[MUTATE_RUNNER],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `.cache/mutation/${folder}.json` },
  tempDirName: '.cache/stryker',
  ignorePatterns: [
    '/dist',
    '/client/dist',
    '/server/dist',
    '/bench',
    '.cache',
    ...(isWorkspace ? [] : ['/client', '/server', '/examples']),
  ],
  // What a fault leaves open in a process of servers and sockets ends with it.
  maxTestRunnerReuse: isWorkspace ? 100 : 0,
  concurrency: Number(MUTATE_CONCURRENCY),
  disableTypeChecks: false,
  timeoutMS: 2000,
  dryRunTimeoutMinutes: 20,
  timeoutFactor: 1.2,
}

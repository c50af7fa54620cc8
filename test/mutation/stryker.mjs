// Stryker's settings for one folder of `src`; run.mjs sets MUTATE_FOLDER and MUTATE_RANGES.
const folder = process.env.MUTATE_FOLDER

export default {
  mutate: process.env.MUTATE_RANGES.split(','),
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `.cache/mutation/${folder}.json` },
  tempDirName: '.cache/stryker',
  ignorePatterns: ['dist', 'client', 'server', 'bench', '.cache'],
  concurrency: Number(process.env.MUTATE_CONCURRENCY ?? 2),
  disableTypeChecks: false,
  timeoutMS: 3000,
}

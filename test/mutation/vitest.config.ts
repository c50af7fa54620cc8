import { configDefaults, defineConfig } from 'vitest/config'
import { sources } from '../../vitest.config.js'
import { testFiles } from './folder-tests.mjs'

const { MUTATE_FOLDER = '', MUTATE_TESTS } = process.env

/** The tests of one folder of sources, in the workers of vitest. */
export default defineConfig({
  resolve: { alias: sources },
  test: {
    include: testFiles(MUTATE_FOLDER, MUTATE_TESTS),
    exclude: configDefaults.exclude,
    isolate: false,
    testTimeout: 60_000,
  },
})

import { defineConfig } from 'vitest/config'

/** The tests of one folder of `src`: MUTATE_TESTS names them, separated by commas. */
export default defineConfig({
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(',').map((folder) => `${folder}/**/*.test.ts`),
    isolate: false,
  },
})

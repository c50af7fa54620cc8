import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that read the source, measure its cost, or nest as deeply as the stack allows: planted faults make the code larger. */
const plainCodeOnly = [
  'test/errors/machinery-error-code.test.ts',
  'test/openapi/hostile.test.ts',
  'test/runtime/serializer/json-codec-factory.test.ts',
  'test/testing/guide.test.ts',
  'test/**/*deep*.test.ts',
]

/** The tests of one folder of `src`: MUTATE_TESTS names them, separated by commas. */
export default defineConfig({
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(',').map((folder) => `${folder}/**/*.test.ts`),
    exclude: [...configDefaults.exclude, ...plainCodeOnly],
    isolate: false,
    testTimeout: 60_000,
  },
})

import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** In the checkout the packages read each other's sources: no build is needed, and none can be stale. */
export const sources = [
  { find: /^apimachinery\/runtime\/gen-v1$/, replacement: fromRoot('src/runtime/gen-v1.ts') },
  { find: /^apimachinery$/, replacement: fromRoot('src/index.ts') },
  { find: /^apimachinery\/(.*)$/, replacement: fromRoot('src/$1/index.ts') },
  { find: /^@apimachinery\/(client|server)$/, replacement: fromRoot('$1/src/index.ts') },
  { find: /^@apimachinery\/(client|server)\/(.*)$/, replacement: fromRoot('$1/src/$2/index.ts') },
]
const limits = { testTimeout: 60_000, hookTimeout: 120_000, retry: 0 }
const workspace = (name: string) => ({
  resolve: { alias: sources },
  // Nothing there is global, so files may share modules, and each is loaded once.
  test: { name, include: [`${name}/test/**/*.test.ts`], isolate: false, ...limits },
})

export default defineConfig({
  test: {
    // Vitest leaves a core free for itself; of two cores it then uses one, and the tests take half as long again.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'library',
          include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
          // Operators read all three packages.
          exclude: [...configDefaults.exclude, 'examples/operator-*/**'],
          // Files share what they import, which halves the time: nothing in the library is global, and no test may make it so.
          isolate: false,
          ...limits,
        },
      },
      workspace('client'),
      workspace('server'),
      {
        resolve: { alias: sources },
        test: { name: 'examples', include: ['examples/operator-*/**/*.test.ts'], ...limits },
      },
    ],
  },
})

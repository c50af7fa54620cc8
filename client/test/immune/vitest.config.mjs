// The client's tests with one fault: FAULT is its number in faults.mjs.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import workspace from '../../../vitest.config.js'
import { faults } from './faults.mjs'
import { plant } from './plant.mjs'

const { resolve, test } = workspace.test.projects.find((each) => each.test.name === 'client')

export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  resolve,
  plugins: [plant(faults[Number(process.env.FAULT)])],
  // What hangs is noticed, too.
  test: { ...test, testTimeout: 10_000, hookTimeout: 30_000, retry: 0 },
})

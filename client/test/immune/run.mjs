// Plants each fault of faults.mjs and checks that its test fails: node client/test/immune/run.mjs [--only FAILURE]
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faults } from './faults.mjs'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const root = fileURLToPath(new URL('../../..', import.meta.url))
const config = fileURLToPath(new URL('vitest.config.mjs', import.meta.url))
const page = readFileSync(new URL('../../../docs/client/immune.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| (.*?) \|/gm)]
  .map(([, cell]) => cell)
  .filter((cell) => !/^(failure|---)$/.test(cell))
const problems = rows
  .filter((row) => !faults.some(({ failure }) => row.startsWith(failure)))
  .map((row) => `no fault for the row: ${row}`)

for (const [index, { failure, test }] of faults.entries()) {
  if (!failure.includes(values.only)) continue
  const [file, name] = test
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const args = ['vitest', 'run', '--config', config, `client/test/${file}`, '-t', pattern, '--reporter=json']
  const { stdout, stderr, status } = spawnSync('npx', args, {
    cwd: root,
    env: { ...process.env, FAULT: String(index) },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const answer = /^\{.*\}$/m.exec(stdout)?.[0]
  const { numFailedTests = 0, numPassedTests = 0 } = answer === undefined ? {} : JSON.parse(answer)
  const planted = `${stdout}${stderr}`.includes('PLANTED')
  const noticed = !planted && status !== 0 && numFailedTests + numPassedTests > 0
  console.log(`${noticed ? 'noticed' : 'NOT NOTICED'}: ${failure} (${numFailedTests} failed, ${numPassedTests} passed)`)
  if (planted) problems.push(`the text of a fault is not in its file once: ${failure}`)
  else if (!noticed) problems.push(`not noticed: ${failure}: ${test.join(': ')}`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

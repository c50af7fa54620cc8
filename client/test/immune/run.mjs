// Plants each fault of faults.mjs and looks whether its test notices: node client/test/immune/run.mjs [--only TRAP]
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faults } from './faults.mjs'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const root = fileURLToPath(new URL('../../..', import.meta.url))
const config = fileURLToPath(new URL('vitest.config.mjs', import.meta.url))
const page = readFileSync(new URL('../../../docs/client/immune.md', import.meta.url), 'utf8')
const traps = [...page.matchAll(/^\| (.*?) \|/gm)].map(([, trap]) => trap).filter((trap) => !/^(trap|---)$/.test(trap))
const problems = traps
  .filter((trap) => !faults.some((fault) => trap.startsWith(fault.trap)))
  .map((trap) => `no fault for the trap: ${trap}`)

for (const [index, { trap, test }] of faults.entries()) {
  if (!trap.includes(values.only)) continue
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
  console.log(`${noticed ? 'noticed' : 'NOT NOTICED'}: ${trap} (${numFailedTests} failed, ${numPassedTests} passed)`)
  if (planted) problems.push(`the text of a fault is not there (once): ${trap}`)
  else if (!noticed) problems.push(`not noticed: ${trap}: ${test.join(': ')}`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

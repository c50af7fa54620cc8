// Runs the workloads and writes bench/results.json and the tables of docs/benchmarks.md.
//   --only TEXT   only the workloads whose file name contains TEXT; nothing is written
//   --rounds N    rounds per operation (15)
//   --check       compare with bench/results.json instead of writing it: fails when a ratio grew by more than 30 %
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measure } from './harness/measure.mjs'
import { machine, writeReport } from './harness/report.mjs'
import { ratio, spread } from './harness/statistics.mjs'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    check: { type: 'boolean', default: false },
  },
})
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const resultsFile = here('results.json')
const tolerated = 1.3

async function runWorkload(file, rounds) {
  const { workload } = await import(`./workloads/${file}`)
  console.log(`\n${workload.name}`)
  const context = await workload.setup()
  const operations = workload.operations.filter(({ when }) => when === undefined || when(context))
  const samples = await measure(operations, context, Math.min(rounds, workload.rounds ?? rounds))
  const measured = operations.map(({ name, baseline }) => ({
    name,
    value: spread(samples.get(name)),
    ...(samples.has(baseline) ? { baseline, ratio: ratio(samples.get(name), samples.get(baseline)) } : {}),
  }))
  for (const { name, value, baseline, ratio: compared } of measured) {
    const versus = compared === undefined ? '' : `${compared.median.toFixed(2)} x ${baseline}`
    console.log(`  ${name.padEnd(44)} ${value.median.toPrecision(3).padStart(9)} ${workload.unit}  ${versus}`)
  }
  return { name: workload.name, about: workload.about, unit: workload.unit, operations: measured }
}

function regressions(before, after) {
  const found = []
  for (const workload of after) {
    const known = before.find(({ name }) => name === workload.name)?.operations ?? []
    for (const { name, ratio: now } of workload.operations) {
      const then = known.find((operation) => operation.name === name)?.ratio
      if (now === undefined || then === undefined || now.median <= then.median * tolerated) continue
      found.push(`${workload.name}: ${name}: ${now.median.toFixed(2)} x, was ${then.median.toFixed(2)} x`)
    }
  }
  return found
}

const files = readdirSync(here('workloads')).filter(
  (file) => file.endsWith('.mjs') && file.includes(options.only ?? ''),
)
const rounds = Number(options.rounds)
const workloads = []
for (const file of files.sort()) workloads.push(await runWorkload(file, rounds))

if (options.check) {
  const before = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')).workloads : []
  const found = regressions(before, workloads)
  for (const line of found) console.error(`slower: ${line}`)
  if (found.length > 0) process.exitCode = 1
} else if (options.only === undefined) {
  writeReport({ machine: machine(), rounds, workloads }, { resultsFile, page: here('../docs/benchmarks.md') })
}

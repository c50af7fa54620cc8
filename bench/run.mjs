// Runs the workloads and writes bench/results.json and the tables of docs/benchmarks.md; --help lists the options.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { aims } from './aims.mjs'
import { runInChild } from './harness/child.mjs'
import { machine, writeReport } from './harness/report.mjs'
import { standing } from './harness/standing.mjs'
import { ratio, spread } from './harness/statistics.mjs'

const help = `npm run bench [-- OPTIONS]
  --only TEXTS     only the workloads whose file name contains one of TEXTS (a,b,c); nothing is written
  --skip TEXTS     all but the workloads whose file name contains one of TEXTS; nothing is written
  --keep           with --only or --skip: puts the results into those of the last full run, in place of the workloads' earlier ones
  --rounds N       rounds per operation (11)
  --warm-up MS     how long each operation is warmed up (1200)
  --rows TEXTS     only the operations whose name contains one of TEXTS (a;b;c); nothing is written
  --quick          what a workload has as its short form; nothing is written
  --check          compare with bench/results.json instead of writing it: fails when a ratio grew by more than 30 %
  --list           the names of the workloads
  --help           this text`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    skip: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '11' },
    'warm-up': { type: 'string', default: '1200' },
    check: { type: 'boolean', default: false },
    rows: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const resultsFile = here('results.json')
const tolerated = 1.3
const start = performance.now()
const isFull = options.only === '' && options.skip === ''

/** On a terminal one line that changes, otherwise only the results. */
function showProgress(line) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
}

async function runWorkload(file, position) {
  const { rounds, rows, quick } = options
  const request = { file, rounds: Number(rounds), warmUpMs: Number(options['warm-up']), rows: rows.split(';'), quick }
  const workload = await runInChild(request, (name, progress) => showProgress(`${name}: ${progress}`))
  showProgress('')
  const samples = new Map(workload.operations.map((operation) => [operation.name, operation.samples]))
  const operations = workload.operations.map(({ name, baseline, unit }) => ({
    name,
    ...(unit === undefined ? {} : { unit }),
    value: spread(samples.get(name)),
    ...(samples.has(baseline) ? { baseline, ratio: ratio(samples.get(name), samples.get(baseline)) } : {}),
  }))
  console.log(`\n${position} ${workload.name} (${Math.round((performance.now() - start) / 1000)} s since the start)`)
  for (const { name, value, unit = workload.unit, baseline, ratio: compared } of operations) {
    const versus = compared === undefined ? '' : `${compared.median.toFixed(2)} x ${baseline}`
    console.log(`  ${name.padEnd(44)} ${value.median.toPrecision(3).padStart(9)} ${unit}  ${versus}`)
  }
  const reached = standing(aims, workload.name, samples)
  for (const { title, aim, measured, met } of reached)
    console.log(`  ${met ? 'met   ' : 'missed'} ${title}: ${aim}: ${measured.median.toPrecision(3)}`)
  return { name: workload.name, about: workload.about, unit: workload.unit, operations, aims: reached }
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

/** The number of rounds in the report: those of the full run. */
function roundsOf() {
  if (isFull || !existsSync(resultsFile)) return { rounds: Number(options.rounds) }
  return { rounds: JSON.parse(readFileSync(resultsFile, 'utf8')).rounds }
}

/** The workloads of the last full run, those that ran now in their places; new ones come last. */
function withEarlier(workloads) {
  if (isFull || !existsSync(resultsFile)) return workloads
  const earlier = JSON.parse(readFileSync(resultsFile, 'utf8')).workloads
  const now = new Map(workloads.map((workload) => [workload.name, workload]))
  const known = new Set(earlier.map(({ name }) => name))
  return [...earlier.map((each) => now.get(each.name) ?? each), ...workloads.filter(({ name }) => !known.has(name))]
}

async function main() {
  const wanted = options.only.split(',')
  const skipped = options.skip === '' ? [] : options.skip.split(',')
  const files = readdirSync(here('workloads'))
    .filter((file) => file.endsWith('.mjs') && wanted.some((text) => file.includes(text)))
    .filter((file) => !skipped.some((text) => file.includes(text)))
    .sort()
  if (options.help) return console.log(help)
  if (options.list) return console.log(files.map((file) => file.slice(0, -4)).join('\n'))
  if (files.length === 0) throw new Error('no workload has such a name; --list shows them')

  const workloads = []
  for (const [index, file] of files.entries()) workloads.push(await runWorkload(file, `[${index + 1}/${files.length}]`))
  if (options.check) {
    const before = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')).workloads : []
    const found = regressions(before, workloads)
    for (const line of found) console.error(`slower: ${line}`)
    if (found.length > 0) process.exitCode = 1
  } else if ((isFull || options.keep) && options.rows === '' && !options.quick) {
    const results = { machine: machine(), ...roundsOf(), workloads: withEarlier(workloads) }
    writeReport(results, { resultsFile, page: here('../docs/benchmarks.md'), titles: aims.map(({ title }) => title) })
  }
}

await main()

// npm run mutate -- FOLDER…: plants faults into folders of src and counts those that the folder's tests notice.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const help = `npm run mutate -- [OPTIONS] FOLDER…
Plants faults (Stryker) into src/FOLDER, one at a time, runs test/FOLDER against each, and writes the score to
test/mutation/scores.json and docs/mutation-scores.md. Needs: npm ci --prefix test/mutation

  --tests LIST       folders of tests, separated by commas (test/FOLDER)
  --concurrency N    test processes (2)
  --survivors        list the faults that no test noticed, of the last run, and run nothing
  --help             this text`

const root = fileURLToPath(new URL('../..', import.meta.url))
const scoresFile = `${root}test/mutation/scores.json`
const noticed = new Set(['Killed', 'Timeout'])
const counted = new Set([...noticed, 'Survived', 'NoCoverage'])

function reportOf(folder) {
  return JSON.parse(readFileSync(`${root}.cache/mutation/${folder}.json`, 'utf8'))
}

function faultsOf(folder) {
  return Object.entries(reportOf(folder).files).flatMap(([file, { mutants }]) =>
    mutants.filter(({ status }) => counted.has(status)).map((mutant) => ({ file, ...mutant })),
  )
}

function showSurvivors(folder) {
  for (const { file, location, status, mutatorName, replacement } of faultsOf(folder)) {
    if (noticed.has(status)) continue
    const { line, column } = location.start
    console.log(`${file}:${line}:${column} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`)
  }
}

function run(folder, { tests = `test/${folder}`, concurrency }) {
  const env = { ...process.env, MUTATE_FOLDER: folder, MUTATE_TESTS: tests, MUTATE_CONCURRENCY: concurrency }
  const stryker = `${root}test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js`
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'test/mutation/stryker.mjs'], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`Stryker ended with ${status}`)
}

function record(folder) {
  const faults = faultsOf(folder)
  const scores = existsSync(scoresFile) ? JSON.parse(readFileSync(scoresFile, 'utf8')) : {}
  scores[folder] = { faults: faults.length, noticed: faults.filter(({ status }) => noticed.has(status)).length }
  const sorted = Object.fromEntries(Object.entries(scores).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(scoresFile, `${JSON.stringify(sorted, null, 2)}\n`)
  writeFileSync(`${root}docs/mutation-scores.md`, table(sorted))
}

function table(scores) {
  const rows = Object.entries(scores).map(
    ([folder, { faults, noticed: seen }]) =>
      `| \`src/${folder}\` | ${faults} | ${seen} | ${((100 * seen) / faults).toFixed(1)} % |`,
  )
  return `# Mutation scores

\`npm run mutate -- FOLDER\` plants small faults into a folder, one at a time, and counts those that the tests of that folder notice (by failing,
or by not ending). Written by the run; folders that do not stand here have not been measured. The aim is 85 %. A survivor is either a missing test or a
change that no caller can see; \`npm run mutate -- --survivors FOLDER\` lists them after a run.

| folder | faults | noticed | score |
| --- | ---: | ---: | ---: |
${rows.join('\n')}
`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
    survivors: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || positionals.length === 0) console.log(help)
else if (!existsSync(`${root}test/mutation/node_modules`)) {
  console.error('Stryker is not installed: npm ci --prefix test/mutation')
  process.exitCode = 1
} else
  for (const folder of positionals) {
    if (!values.survivors) {
      run(folder, values)
      record(folder)
    }
    showSurvivors(folder)
  }

// npm run mutate -- FOLDER…: plants faults into folders of sources and counts those that the folder's tests notice.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMeasuredApart, sourceFolder } from './folder-tests.mjs'

const help = `npm run mutate -- [OPTIONS] FOLDER…
Plants faults (Stryker) into src/FOLDER, one at a time, runs test/FOLDER against each, and writes the score to
test/mutation/scores.json and docs/mutation-scores.md. client/NAME is client/src/NAME with client/test/NAME, and so is
server/NAME. Needs: npm ci --prefix test/mutation

  --tests LIST       folders and files of tests, separated by commas (those of folder-tests.mjs)
  --lines N          plant faults into about N lines only, windows of 20 lines that --seed chooses
  --seed TEXT        another choice of windows (1); only the score of the first choice is written
  --concurrency N    test processes (1)
  --runner vitest    run the tests in vitest's own workers: ten times as long (evaluate)
  --after N          keep what the last run with --lines N found, and plant only into the further lines
  --again            plant only the faults that no test noticed in the last run, and count those that are noticed now
  --survivors        list the faults that no test noticed, of the last run, and run nothing
  --help             this text`

const root = fileURLToPath(new URL('../..', import.meta.url))
const scoresFile = `${root}test/mutation/scores.json`
const windowLines = 20
const noticed = new Set(['Killed', 'Timeout'])
const counted = new Set([...noticed, 'Survived', 'NoCoverage'])

function reportFile(folder) {
  return `${root}.cache/mutation/${folder}.json`
}

function reportOf(folder) {
  return JSON.parse(readFileSync(reportFile(folder), 'utf8'))
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

/** The hand-written files of a folder, without folders that are measured apart, with how many lines each has. */
function sourcesOf(folder) {
  return readdirSync(`${root}${sourceFolder(folder)}`, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.gen.ts') && !/(^|\/)index\.ts$/.test(name))
    .filter((name) => !isMeasuredApart(folder, name))
    .map((name) => `${sourceFolder(folder)}/${name}`)
    .map((file) => ({ file, lines: readFileSync(`${root}${file}`, 'utf8').split('\n').length - 1 }))
}

/** What Stryker mutates: whole files, or windows of lines in the order of their hashes, until there are enough. */
function rangesOf(sources, { lines, seed }) {
  if (lines === undefined) return sources.map(({ file }) => file)
  const windows = sources.flatMap(({ file, lines: all }) =>
    Array.from({ length: Math.ceil(all / windowLines) }, (_, index) => {
      const first = index * windowLines + 1
      return `${file}:${first}-${Math.min(all, first + windowLines - 1)}`
    }),
  )
  const order = (range) => createHash('sha256').update(`${seed} ${range}`).digest('hex')
  return windows
    .map((range) => ({ range, order: order(range) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, windowsIn(lines))
    .map(({ range }) => range)
}

function windowsIn(lines) {
  return Math.ceil(Number(lines) / windowLines)
}

const place = ({ line, column }) => `${line}:${column - 1}`

/** What survived in the last run; Stryker's columns begin with 1 in reports and with 0 in ranges. */
function survivorRanges(folder) {
  const survivors = faultsOf(folder).filter(({ status }) => !noticed.has(status))
  return [...new Set(survivors.map(({ file, location }) => `${file}:${place(location.start)}-${place(location.end)}`))]
}

/** Plants what survived again, and writes what is noticed now into the report of the last run. */
function runAgain(folder, options) {
  const before = reportOf(folder)
  const ranges = survivorRanges(folder)
  if (ranges.length === 0) return
  plant(folder, ranges, options)
  const identity = ({ location, mutatorName, replacement }) => JSON.stringify([location, mutatorName, replacement])
  const now = new Map(
    Object.entries(reportOf(folder).files).flatMap(([file, { mutants }]) =>
      mutants.map((mutant) => [`${file} ${identity(mutant)}`, mutant.status]),
    ),
  )
  for (const [file, { mutants }] of Object.entries(before.files))
    for (const mutant of mutants) if (noticed.has(now.get(`${file} ${identity(mutant)}`))) mutant.status = 'Killed'
  writeFileSync(reportFile(folder), JSON.stringify(before))
}

function run(folder, options) {
  const sources = sourcesOf(folder)
  const ranges = rangesOf(sources, options)
  const before = options.after === undefined ? { files: {} } : reportOf(folder)
  plant(folder, ranges.slice(windowsIn(options.after ?? 0)), options)
  const { files, ...report } = reportOf(folder)
  for (const [file, { mutants }] of Object.entries(before.files))
    files[file] = { ...files[file], mutants: [...mutants, ...(files[file]?.mutants ?? [])] }
  writeFileSync(reportFile(folder), JSON.stringify({ ...report, files }))
  const all = sources.reduce((sum, { lines }) => sum + lines, 0)
  return options.lines === undefined ? 1 : Math.min(1, (ranges.length * windowLines) / all)
}

/** Runs Stryker, which writes its report. */
function plant(folder, ranges, { tests = '', concurrency, runner }) {
  const env = {
    ...process.env,
    MUTATE_FOLDER: folder,
    MUTATE_RANGES: ranges.join(','),
    MUTATE_TESTS: tests,
    MUTATE_ROOT: root,
    MUTATE_RUNNER: runner,
    MUTATE_CONCURRENCY: concurrency,
    CASES_SHARE: '8',
  }
  const stryker = `${root}test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js`
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'test/mutation/stryker.mjs'], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`Stryker ended with ${status}`)
}

/** Without a share it is that of the last run. */
function record(folder, share) {
  const faults = faultsOf(folder)
  const scores = existsSync(scoresFile) ? JSON.parse(readFileSync(scoresFile, 'utf8')) : {}
  scores[folder] = {
    faults: faults.length,
    noticed: faults.filter(({ status }) => noticed.has(status)).length,
    share: share ?? scores[folder]?.share,
  }
  const sorted = Object.fromEntries(Object.entries(scores).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(scoresFile, `${JSON.stringify(sorted, null, 2)}\n`)
  writeFileSync(`${root}docs/mutation-scores.md`, table(sorted))
}

function table(scores) {
  const rows = Object.entries(scores).map(
    ([folder, { faults, noticed: seen, share = 1 }]) =>
      `| \`${sourceFolder(folder)}\` | ${(100 * share).toFixed(0)} % | ${faults} | ${seen} | ${((100 * seen) / faults).toFixed(1)} % |`,
  )
  return `# Mutation scores

\`npm run mutate -- FOLDER\` plants small faults into a folder, one at a time, and counts those that tests notice (by failing, or by not
ending): the tests of the folder, and those of others that \`test/mutation/folder-tests.mjs\` names. Written by the run; folders that do not
stand here have not been measured. The aim is 85 %. A survivor is either a missing test or a change that no caller can see;
\`npm run mutate -- --survivors FOLDER\` lists them after a run.

Where not all lines had faults, the lines were chosen by \`--lines N --seed S\`, windows of twenty lines in the order of a hash.

| folder | lines | faults | noticed | score |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}
${readFileSync(`${root}test/mutation/notes.md`, 'utf8')}`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string' },
    lines: { type: 'string' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '1' },
    runner: { type: 'string', default: 'evaluate' },
    after: { type: 'string' },
    again: { type: 'boolean', default: false },
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
      const share = values.again ? runAgain(folder, values) : run(folder, values)
      // The table has one sample of each folder; other seeds show other faults.
      if (values.seed === '1') record(folder, share)
    }
    showSurvivors(folder)
  }

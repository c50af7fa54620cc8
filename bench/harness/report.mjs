import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'

const begin = '<!-- results: written by `npm run bench` -->'
const end = '<!-- end of results -->'

function rounded(value) {
  return Number(value.toPrecision(3))
}

function showSpread({ median, low, high }, unit) {
  return `${rounded(median)}${unit} (${rounded(low)}–${rounded(high)})`
}

function table(workload) {
  const rows = workload.operations.map(({ name, value, unit = workload.unit, baseline, ratio }) => {
    const compared =
      ratio === undefined
        ? ''
        : `**${rounded(ratio.median)} ×** (${rounded(ratio.low)}–${rounded(ratio.high)}) ${baseline}`
    return `| ${name} | ${showSpread(value, ` ${unit}`)} | ${compared} |`
  })
  return [
    `### ${workload.name}`,
    '',
    workload.about,
    '',
    '| operation | median (quartiles) | ratio |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** Every aim with its measurement, in the order of the list of aims. */
function aimsTable(workloads, titles) {
  const reached = workloads.flatMap(({ aims }) => aims)
  const rows = titles.flatMap((title) => {
    const own = reached.filter((row) => row.title === title)
    return own.map(({ aim, measured, met, missedBy }, index) => {
      const verdict = met ? 'met' : `missed by ${Math.max(1, Math.round(missedBy * 100))} %`
      return `| ${index === 0 ? title : ''} | ${aim} | ${showSpread(measured, '')} | ${verdict} |`
    })
  })
  const met = reached.filter((row) => row.met).length
  return [
    `### Aims: ${met} of ${reached.length} met`,
    '',
    '| operation | aim | measured, median (quartiles) | |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** Facts about the machine that a reader needs to judge absolute numbers. */
export function machine() {
  return { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', system: `${platform()} ${arch()}` }
}

/** Writes the JSON results and the Markdown tables between the markers of the page. */
export function writeReport(results, { resultsFile, page, titles }) {
  writeFileSync(
    resultsFile,
    `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? rounded(value) : value), 2)}\n`,
  )
  const text = readFileSync(page, 'utf8')
  const { node, cpu, system } = results.machine
  const head = `Node ${node}, ${cpu}, ${system}; ${results.rounds} rounds.`
  const before = text.slice(0, text.indexOf(begin) + begin.length)
  const after = text.slice(text.indexOf(end))
  const tables = [aimsTable(results.workloads, titles), ...results.workloads.map(table)]
  writeFileSync(page, [before, head, ...tables, after].join('\n\n'))
}

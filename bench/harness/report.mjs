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
  const rows = workload.operations.map(({ name, value, baseline, ratio }) => {
    const compared =
      ratio === undefined
        ? ''
        : `**${rounded(ratio.median)} ×** (${rounded(ratio.low)}–${rounded(ratio.high)}) ${baseline}`
    return `| ${name} | ${showSpread(value, ` ${workload.unit}`)} | ${compared} |`
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

/** Facts about the machine that a reader needs to judge absolute numbers. */
export function machine() {
  return { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', system: `${platform()} ${arch()}` }
}

/** Writes the JSON results and the Markdown tables between the markers of the page. */
export function writeReport(results, { resultsFile, page }) {
  writeFileSync(
    resultsFile,
    `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? rounded(value) : value), 2)}\n`,
  )
  const text = readFileSync(page, 'utf8')
  const { node, cpu, system } = results.machine
  const head = `Node ${node}, ${cpu}, ${system}; ${results.rounds} rounds.`
  const before = text.slice(0, text.indexOf(begin) + begin.length)
  const after = text.slice(text.indexOf(end))
  writeFileSync(page, [before, head, ...results.workloads.map(table), after].join('\n\n'))
}

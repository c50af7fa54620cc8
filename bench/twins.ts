// What the fast ways gain over the exact ones: node scripts/run-source.mjs bench/twins.ts. docs/design.md has the results.
import { twins } from '../test/twins/pairs.js'
import { makePod } from './payload/pods.mjs'
import { Random } from './payload/random.mjs'

const rounds = 7
const milliseconds = 150

/** Runs per millisecond, as much as fits into a time. */
function speed(run: () => void): number {
  const start = performance.now()
  let count = 0
  while (performance.now() - start < milliseconds) {
    run()
    count++
  }
  return count / (performance.now() - start)
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number

console.log('| pair | fast, times the exact one |\n| --- | --- |')
for (const { name, text, fast, exact } of twins) {
  const texts = Array.from({ length: 20 }, (_, i) => text(makePod(new Random(i + 1)) as object))
  const all = (read: (input: string) => unknown) => () => {
    for (const each of texts) read(each)
  }
  for (const read of [fast, exact]) speed(all(read))
  const ratios = Array.from({ length: rounds }, () => speed(all(fast)) / speed(all(exact)))
  console.log(`| ${name} | ${median(ratios).toFixed(1)} × |`)
}

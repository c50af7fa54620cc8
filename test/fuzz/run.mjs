// Feeds random input to everything that takes input from outside: node test/fuzz/run.mjs [--seconds N] [--seed S] [--surfaces a,b]
// First inputs of a megabyte that are made to cost more than their size, then the rest of the time what is like good input.
// Anything but a typed error, or a step of more than a second, is a problem.
import { parseArgs } from 'node:util'
import { importFromSource } from '../interop/from-source.mjs'
import { Random } from '../interop/random.mjs'
import { mutated } from './mutated.mjs'

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    surfaces: { type: 'string', default: '' },
  },
})
const slow = 1000

const { surfaces, seedsOf, hostileInputs, feed } = await importFromSource('../fuzz/session.mjs')
const wanted = flags.surfaces === '' ? undefined : new Set(flags.surfaces.split(','))
const chosen = surfaces.filter(({ name }) => wanted === undefined || wanted.has(name))
const random = new Random(Number(flags.seed))
const seen = new Map()
let problems = 0

function shown(input) {
  return input instanceof Uint8Array ? Buffer.from(input).toString('base64') : JSON.stringify(input)
}

function report(surface, text, what) {
  problems++
  const stack = String(what.stack ?? what).split('\n')
  const key = `${surface.name}: ${stack.slice(0, 2).join(' ').slice(0, 160)}`
  seen.set(key, (seen.get(key) ?? 0) + 1)
  if (seen.get(key) === 1) console.log(`\n${surface.name}: ${text.slice(0, 1500)}\n  ${stack.slice(0, 8).join('\n  ')}`)
}

async function check(surface, input, name) {
  const text = name ?? shown(input)
  const { problem, longest } = await feed(surface, input)
  if (problem !== undefined) report(surface, text, problem)
  if (longest > slow) report(surface, text, `a step took ${longest.toFixed(0)} ms`)
}

const counts = new Map()
for (const surface of chosen) {
  const hostile = hostileInputs(surface.name)
  for (const [name, input] of hostile) await check(surface, input, name)
  counts.set(surface.name, hostile.length)
}
for (const surface of chosen) {
  const seeds = seedsOf(surface)
  const end = performance.now() + (Number(flags.seconds) * 1000) / chosen.length
  let count = counts.get(surface.name)
  for (; performance.now() < end; count++) await check(surface, mutated(surface.kind, seeds, random))
  counts.set(surface.name, count)
}
console.log()
for (const [name, count] of counts) console.log(`  ${name.padEnd(28)} ${count}`)
for (const [key, count] of seen) console.log(`  problem: ${key} (${count})`)
console.log(`${[...counts.values()].reduce((a, b) => a + b, 0)} inputs, seed ${flags.seed}`)
console.log(problems === 0 ? 'only typed errors' : `${problems} problems`)
process.exitCode = problems === 0 ? 0 : 1

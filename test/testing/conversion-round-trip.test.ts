import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import {
  conversionRoundTrip,
  type FillFunction,
  isRoundTripError,
  type RoundTripError,
} from '../../src/testing/index.js'
import { loadExample } from '../examples/load-example.js'
import { thrown } from '../thrown.js'

const hub = new GroupVersion('stable.example.com', 'v1')
const cronFields = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek']
const part: FillFunction = (random) => String(random.between(1, 12))
const fields: Record<string, FillFunction> = {
  'spec.cronSpec': (random) => cronFields.map(() => random.pick(['*', '5', '*/2'])).join(' '),
  ...Object.fromEntries(cronFields.map((name) => [`spec.schedule.${name}`, part])),
}

const planted: string[] = []
afterAll(() => Promise.all(planted.map((file) => rm(`examples/crontab/${file}`, { force: true }))))

async function schemeOf(file: string): Promise<Scheme> {
  const { addToScheme } = await loadExample<{ addToScheme(scheme: Scheme): void }>(file)
  const scheme = new Scheme()
  addToScheme(scheme)
  return scheme
}

/** The scheme of a copy of the example, with one changed line in the conversion. */
async function schemeWith(from: string, to: string): Promise<Scheme> {
  const [conversion, scheme] = ['conversion', 'scheme'].map((name) => `planted-${planted.length}-${name}.ts`) as [
    string,
    string,
  ]
  planted.push(conversion, scheme)
  const text = await readFile('examples/crontab/conversion.ts', 'utf8')
  expect(text).toContain(from)
  await writeFile(`examples/crontab/${conversion}`, text.replace(from, to))
  const caller = await readFile('examples/crontab/scheme.ts', 'utf8')
  await writeFile(
    `examples/crontab/${scheme}`,
    caller.replace('./conversion.js', `./${conversion.replace('.ts', '.js')}`),
  )
  return await schemeOf(`crontab/${scheme}`)
}

function failureOf(run: () => unknown): RoundTripError {
  const error = thrown(run)
  if (isRoundTripError(error)) return error
  throw error
}

describe('conversionRoundTrip', () => {
  test('the crontab example loses nothing', async () => {
    expect(conversionRoundTrip(await schemeOf('crontab/scheme.ts'), hub, { fields, rounds: 50 })).toBe(100)
    expect(conversionRoundTrip(await schemeOf('crontab/scheme.ts'), hub, { fields, defaults: true })).toBe(400)
  })

  test('a planted loss is found, with its path and the smallest example', async () => {
    const scheme = await schemeWith(
      'metadata: withAnnotation(metadata, timeZone)',
      'metadata: withAnnotation(metadata, undefined)',
    )
    const { message, path, failure } = failureOf(() => conversionRoundTrip(scheme, hub, { fields }))
    expect(path).toBe('spec.timeZone')
    expect(failure.way).toBe('CronTab: stable.example.com/v1 → v1beta1 → v1')
    expect(message).toMatch(/spec\.timeZone: "[a-z]*" became nothing/)
    expect(Object.keys(failure.example)).toEqual(['apiVersion', 'kind', 'spec'])
    expect(failure.example).toMatchObject({ spec: { timeZone: expect.any(String) } })
    // The seed leads there again.
    expect(failureOf(() => conversionRoundTrip(scheme, hub, { fields, rounds: 1, seed: failure.seed })).path).toBe(path)
  })

  test('a loss may be accepted, and only as long as it happens', async () => {
    const accepted = [
      { kind: 'CronTab', version: 'v1', through: 'v1beta1', path: 'spec.timeZone', reason: 'v1beta1 runs in UTC' },
    ]
    const lossy = await schemeWith(
      'metadata: withAnnotation(metadata, timeZone)',
      'metadata: withAnnotation(metadata, undefined)',
    )
    expect(conversionRoundTrip(lossy, hub, { fields, accepted })).toBe(400)
    const lossless = await schemeOf('crontab/scheme.ts')
    expect(() => conversionRoundTrip(lossless, hub, { fields, accepted })).toThrow(
      'CronTab: v1 lost nothing at spec.timeZone on the way through v1beta1; the accepted loss can go',
    )
  })

  test('a changed value and a conversion that throws are failures', async () => {
    const changed = await schemeWith("?? '*').join(' ')", "?? '0').join(' ')")
    expect(failureOf(() => conversionRoundTrip(changed, hub, { fields })).path).toMatch(/^spec\.(schedule|cronSpec)/)
    const { failure, message } = failureOf(() => conversionRoundTrip(changed, hub, { rounds: 50 }))
    expect(failure.cause ?? failure.differences[0]).toBeDefined()
    expect(message).toContain('smallest example')
  })

  test('a hub without another version is a mistake', () => {
    expect(() => conversionRoundTrip(new Scheme(), hub)).toThrow(
      'no kind of stable.example.com/v1 is registered in another version',
    )
  })
})

import { Scheme } from 'apimachinery/runtime'
import { GroupVersion } from 'apimachinery/schema'
import { conversionRoundTrip, type FillFunction } from 'apimachinery/testing'
import { expect, test } from 'vitest'
import { addToScheme } from './conversion.js'
import { CronTab as CronTabV1 } from './generated/v1/types.gen.js'
import { CronTab as CronTabV1beta1 } from './generated/v1beta1/types.gen.js'

const scheme = new Scheme()
addToScheme(scheme)
const part: FillFunction = (random) => random.pick(['1', '*/2', '3-5'])
const fields: Record<string, FillFunction> = {
  'spec.cronSpec': (random) => Array.from({ length: 5 }, () => random.pick(['*', '1', '*/2'])).join(' '),
  'spec.schedule.minute': part,
  'spec.schedule.hour': part,
  'spec.schedule.dayOfMonth': part,
  'spec.schedule.month': part,
  'spec.schedule.dayOfWeek': part,
}

test('no conversion loses anything', () => {
  expect(conversionRoundTrip(scheme, new GroupVersion('batch.example.com', 'v1'), { fields })).toBeGreaterThan(0)
})

test('a line of cron becomes fields, and fields a line', () => {
  const old = new CronTabV1beta1({ spec: { cronSpec: '*/5 3 * * 1', image: 'i' } })
  const converted = scheme.convert(old, CronTabV1) as CronTabV1
  expect(converted.spec.schedule).toEqual({ minute: '*/5', hour: '3', dayOfWeek: '1' })
  expect((scheme.convert(converted, CronTabV1beta1) as CronTabV1beta1).spec.cronSpec).toBe('*/5 3 * * 1')
})

test('an invalid line is rejected', () => {
  const old = new CronTabV1beta1({ spec: { cronSpec: '* *', image: 'i' } })
  expect(() => scheme.convert(old, CronTabV1)).toThrow('five fields are needed')
})

import { Scheme } from 'apimachinery/runtime'
import { GroupVersion } from 'apimachinery/schema'
import { conversionRoundTrip, type FillFunction, roundTrip } from 'apimachinery/testing'
import { expect, test } from 'vitest'
import { addToScheme } from './scheme.js'

const scheme = new Scheme()
addToScheme(scheme)

// What the types do not say: a cron expression has five parts.
const part: FillFunction = (random) => random.pick(['1', '*/2', '3-5'])
const fields: Record<string, FillFunction> = {
  'spec.cronSpec': (random) => Array.from({ length: 5 }, () => random.pick(['*', '1', '*/2'])).join(' '),
  'spec.schedule.minute': part,
  'spec.schedule.hour': part,
  'spec.schedule.dayOfMonth': part,
  'spec.schedule.month': part,
  'spec.schedule.dayOfWeek': part,
}

test('every kind survives a round trip through every encoding', () => {
  expect(roundTrip(scheme, { fields })).toBeGreaterThan(0)
})

test('no conversion loses anything', () => {
  expect(conversionRoundTrip(scheme, new GroupVersion('stable.example.com', 'v1'), { fields })).toBeGreaterThan(0)
})

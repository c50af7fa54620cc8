import { expect, test } from 'vitest'
import { cronScheduleProblem } from '../../../src/api/batch/cron-job/cron-schedule.js'
import { timeZoneProblem } from '../../../src/api/batch/cron-job/time-zone.js'

test.each([
  '* * * * *',
  '0 22 * * 1-5',
  '*/5 0-23/2 1,15 JAN-dec sun',
  '0 0 ? * ?',
  '@hourly',
  '@every 1h30m',
  '5/15 * * * *',
])('%s is a schedule', (schedule) => {
  expect(cronScheduleProblem(schedule)).toBeUndefined()
})

test.each([
  ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
  ['60 * * * *', 'end of range (60) above maximum (59): 60'],
  ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
  ['*/0 * * * *', 'step of range should be a positive number: */0'],
  ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
  ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
  ['@sometimes', 'unrecognized descriptor: @sometimes'],
])('%s is none', (schedule, problem) => {
  expect(cronScheduleProblem(schedule)).toBe(problem)
})

test('time zones are names of the IANA database', () => {
  expect(timeZoneProblem('Europe/Zurich')).toBeUndefined()
  expect(timeZoneProblem('Etc/UTC')).toBeUndefined()
  expect(timeZoneProblem('Nowhere/City')).toBe('unknown time zone Nowhere/City')
  expect(timeZoneProblem('../etc/passwd')).toBeDefined()
})

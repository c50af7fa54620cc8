import { describe, expect, test } from 'vitest'
import type { CronTab } from './generated/v1/types.gen.js'
import { ParsedSchedule } from './schedule.js'

describe('a schedule', () => {
  const next = (schedule: CronTab['spec']['schedule'], after: string): string | undefined => {
    const time = new ParsedSchedule(schedule).next(Date.parse(after))
    return time === undefined ? undefined : new Date(time).toISOString()
  }

  test.each([
    [{}, '2024-01-01T00:00:30Z', '2024-01-01T00:01:00.000Z'],
    [{ minute: '0' }, '2024-01-01T00:00:00Z', '2024-01-01T01:00:00.000Z'],
    [{ minute: '*/15' }, '2024-01-01T00:46:00Z', '2024-01-01T01:00:00.000Z'],
    [{ minute: '0', hour: '9-17/4' }, '2024-01-01T13:00:00Z', '2024-01-01T17:00:00.000Z'],
    [{ minute: '0', hour: '0', dayOfMonth: '29', month: '2' }, '2024-03-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    [{ minute: '0', hour: '0', dayOfMonth: '13', dayOfWeek: '5' }, '2024-01-01T00:00:00Z', '2024-01-05T00:00:00.000Z'],
    [{ minute: '0', hour: '0', dayOfMonth: '30', month: '2' }, '2024-01-01T00:00:00Z', undefined],
  ])('%o is due after %s at %s', (schedule, after, wanted) => {
    expect(next(schedule, after)).toBe(wanted)
  })

  test.each([{ minute: '60' }, { hour: 'x' }, { dayOfMonth: '0' }, { month: '5-2' }, { minute: '*/0' }, { hour: '' }])(
    '%o is refused',
    (schedule) => {
      expect(() => new ParsedSchedule(schedule)).toThrow('Invalid value')
    },
  )
})

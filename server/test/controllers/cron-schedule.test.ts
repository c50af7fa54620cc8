import { CronJob } from 'apimachinery/api/batch/v1'
import { isMachineryError } from 'apimachinery/errors'
import { describe, expect, it } from 'vitest'
import { parseCronSchedule } from '../../src/controllers/cronjob-controller/cron-schedule.js'
import { missedRuns, untilNextRun } from '../../src/controllers/cronjob-controller/missed-runs.js'
import { ZoneTime } from '../../src/controllers/cronjob-controller/zone-time.js'

/** The first times of a schedule after a moment. */
function times(schedule: string, after: string, count = 1): string[] {
  const parsed = parseCronSchedule(schedule)
  const found: string[] = []
  for (let at = parsed.next(Date.parse(after)); at !== undefined && found.length < count; at = parsed.next(at)) {
    found.push(new Date(at).toISOString().replace('.000Z', 'Z'))
  }
  return found
}

describe('a cron schedule', () => {
  // As github.com/robfig/cron tests it.
  it.each([
    ['* * * * *', '2012-07-09T14:45:00Z', '2012-07-09T14:46:00Z'],
    ['* * * * *', '2012-07-09T14:59:59.500Z', '2012-07-09T15:00:00Z'],
    ['0/15 * * * *', '2012-07-09T14:45:00Z', '2012-07-09T15:00:00Z'],
    ['20-35/15 * * * *', '2012-07-09T23:46:00Z', '2012-07-10T00:20:00Z'],
    ['20-35/15 1/2 * * *', '2012-07-09T23:46:00Z', '2012-07-10T01:20:00Z'],
    ['20-35/15 1/2 */2 * *', '2012-07-09T23:46:00Z', '2012-07-11T01:20:00Z'],
    ['0 0 */2 Jul *', '2012-07-09T23:35:00Z', '2012-07-11T00:00:00Z'],
    ['0 0 9 Apr-Oct *', '2012-07-09T23:35:00Z', '2012-08-09T00:00:00Z'],
    ['0 0 */5 Apr,Aug,Oct Mon', '2012-07-09T23:35:00Z', '2012-08-01T00:00:00Z'],
    ['0 0 * Feb Mon', '2012-07-09T23:35:00Z', '2013-02-04T00:00:00Z'],
    ['0 0 * Feb Mon/2', '2012-07-09T23:35:00Z', '2013-02-01T00:00:00Z'],
    ['0 0 29 Feb ?', '2012-07-09T23:35:00Z', '2016-02-29T00:00:00Z'],
    ['0 0 1,15 * Sun', '2012-07-15T00:00:00Z', '2012-07-22T00:00:00Z'],
    ['@hourly', '2012-07-09T23:35:00Z', '2012-07-10T00:00:00Z'],
    ['@yearly', '2012-07-09T23:35:00Z', '2013-01-01T00:00:00Z'],
    ['@weekly', '2012-07-09T23:35:00Z', '2012-07-15T00:00:00Z'],
    ['@every 1h30m', '2012-07-09T14:45:00.400Z', '2012-07-09T16:15:00Z'],
    ['@every 10ms', '2012-07-09T14:45:00Z', '2012-07-09T14:45:01Z'],
  ])('%s after %s is due at %s', (schedule, after, due) => {
    expect(times(schedule, after)).toEqual([due])
  })

  it('never comes on the 31st of February', () => {
    expect(times('59 23 31 2 *', '2024-01-01T00:00:00Z')).toEqual([])
  })

  it('follows the clocks of its zone', () => {
    expect(times('TZ=America/New_York 30 9 * * *', '2024-01-15T15:00:00Z', 2)).toEqual([
      '2024-01-16T14:30:00Z',
      '2024-01-17T14:30:00Z',
    ])
    expect(times('CRON_TZ=Asia/Kolkata 0 0 * * *', '2024-01-15T15:00:00Z')).toEqual(['2024-01-15T18:30:00Z'])
  })

  it('leaves out the hour that clocks skip, and takes the first of one that comes twice', () => {
    // New York: 2:00 to 3:00 is skipped on 10 March 2024, 1:00 to 2:00 comes twice on 3 November 2024.
    expect(times('TZ=America/New_York 30 2 * * *', '2024-03-09T12:00:00Z')).toEqual(['2024-03-11T06:30:00Z'])
    expect(times('TZ=America/New_York 0 * * * *', '2024-03-10T06:30:00Z')).toEqual(['2024-03-10T07:00:00Z'])
    expect(times('TZ=America/New_York 0 1 * * *', '2024-11-03T04:30:00Z')).toEqual(['2024-11-03T05:00:00Z'])
  })

  it('begins a day later than midnight where clocks skip it', () => {
    expect(times('TZ=America/Sao_Paulo 0 12 4 11 *', '2018-11-03T12:00:00Z')).toEqual(['2018-11-04T14:00:00Z'])
  })

  it('is refused with the reason', () => {
    const problem = (text: string): unknown => {
      try {
        return parseCronSchedule(text)
      } catch (error) {
        return isMachineryError(error) && error.message
      }
    }
    expect(problem('* * * *')).toBe('expected exactly 5 fields, found 4: [* * * *]')
    expect(problem('@nightly')).toBe('unrecognized descriptor: @nightly')
  })
})

describe('the time of a zone', () => {
  it('is written with its offset', () => {
    const moment = Date.parse('2024-07-01T12:00:00Z')
    expect(new ZoneTime().format(moment)).toBe('2024-07-01T12:00:00Z')
    expect(new ZoneTime('Europe/Berlin').format(moment)).toBe('2024-07-01T14:00:00+02:00')
    expect(new ZoneTime('America/St_Johns').format(moment)).toBe('2024-07-01T09:30:00-02:30')
  })
})

describe('the runs of a CronJob that are due', () => {
  const hourly = parseCronSchedule('0 * * * *')
  const cronJob = (more: { readonly last?: string; readonly deadline?: number } = {}) =>
    new CronJob({
      metadata: { creationTimestamp: '2024-01-01T00:10:00Z' },
      spec: { schedule: '0 * * * *', startingDeadlineSeconds: more.deadline, jobTemplate: {} },
      status: { lastScheduleTime: more.last },
    })
  const at = (time: string) => Date.parse(`2024-01-01T${time}Z`)
  const due = (time: string, more = {}, withDeadline = true) => {
    const { mostRecent, missed } = missedRuns(cronJob(more), hourly, { now: at(time), withDeadline })
    return [mostRecent === undefined ? undefined : new Date(mostRecent).toISOString().slice(11, 16), missed]
  }

  it('are counted from its creation, then from the last run', () => {
    expect(due('00:50:00')).toEqual([undefined, 'none'])
    expect(due('01:00:00')).toEqual(['01:00', 'none'])
    expect(due('01:30:00', { last: '2024-01-01T01:00:00Z' })).toEqual([undefined, 'none'])
    expect(due('05:30:00')).toEqual(['05:00', 'few'])
  })

  it('are not made up for after their deadline', () => {
    expect(due('05:30:00', { deadline: 600 })).toEqual([undefined, 'none'])
    expect(due('05:05:00', { deadline: 600 })).toEqual(['05:00', 'none'])
  })

  it('are reported as too many after a hundred', () => {
    const now = Date.parse('2024-01-06T00:30:00Z')
    expect(missedRuns(cronJob(), hourly, { now, withDeadline: true })).toMatchObject({
      missed: 'many',
      mostRecent: Date.parse('2024-01-06T00:00:00Z'),
    })
  })

  it('end with a look at the next one', () => {
    expect(untilNextRun(cronJob(), hourly, at('00:50:00'))).toBe(600_100)
    expect(untilNextRun(cronJob({ last: '2024-01-01T01:00:00Z' }), hourly, at('01:00:01'))).toBe(3_599_100)
  })
})

import { newForbidden } from 'apimachinery/errors'
import { GroupResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { expect, it, vi } from 'vitest'
import { type LineLoggerOptions, lineLogger } from '../../src/logging/line-logger.js'

function logged(options: LineLoggerOptions = {}) {
  const lines: string[] = []
  const clock = new FakeClock(Date.parse('2026-11-22T15:04:05.678Z'))
  return { lines, logger: lineLogger({ clock, write: (line) => lines.push(line), ...options }) }
}

it('writes lines as klog does, from the level info on', () => {
  const { lines, logger } = logged()
  logger.debug({}, 'not written')
  logger.info({ controller: 'app', 'worker count': 2 }, 'Starting "workers"')
  logger.warn({}, 'beware')
  expect(lines.map((line) => line.replace(/\d+\]/, 'PID]').replace(/ +PID/, ' PID'))).toEqual([
    'I1122 15:04:05.678000 PID] "Starting \\"workers\\"" controller="app" "worker count"=2',
    'W1122 15:04:05.678000 PID] "beware"',
  ])
})

it('says where an unexpected error comes from, and nothing of the kind for answers of servers', () => {
  const { lines, logger } = logged()
  const cause = new Error('no such host')
  logger.error({ name: 'a', error: new Error('it broke', { cause }) }, 'failed')
  logger.error({ error: newForbidden(new GroupResource('', 'pods'), 'a', new Error('no rights')) }, 'failed')
  expect(lines[0]).toMatch(/\] "failed" name="a" err="it broke: no such host"\n +at .*line-logger\.test\.ts/)
  expect(lines[1]).toMatch(/err="pods \\"a\\" is forbidden: no rights"$/)
})

it('writes JSON on request, with the levels of component-base', () => {
  const { lines, logger } = logged({ format: 'json', level: 'debug' })
  logger.debug({ a: 1 }, 'small')
  logger.error({ error: new TypeError('undefined is no object') }, 'failed')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ts: 1795359845678, v: 4, msg: 'small', a: 1 },
    { ts: 1795359845678, msg: 'failed', err: 'undefined is no object', stacktrace: expect.stringContaining('at ') },
  ])
  expect(lines.join('')).not.toContain('\n')
})

it('writes to standard error when nothing else is said', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    lineLogger().error({ share: '100%s' }, 'failed')
    expect(written.mock.calls).toEqual([[expect.stringMatching(/"failed" share="100%s"$/)]])
  } finally {
    written.mockRestore()
  }
})

import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { loggingFlags } from '../../src/cli/flags/logging-flags.js'
import { loggerOf, textLogger } from '../../src/cli/text-logger.js'
import { parseFlags } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'
import { GenericAPIServer } from '../../src/server/generic-api-server.js'

function logged(verbosity: number, format: 'text' | 'json' = 'text') {
  const lines: string[] = []
  const clock = new FakeClock(new Date('2026-11-22T15:04:05.678Z'))
  return { lines, logger: textLogger({ verbosity, format, clock, pid: 42, write: (line) => lines.push(line) }) }
}

describe('the log of the command', () => {
  it('is written as that of other components', () => {
    const { logger, lines } = logged(0)
    logger.error({ error: new Error('boom'), name: 'a' }, 'it failed')
    logger.warn({ count: 3, on: true }, 'beware')
    logger.debug({}, 'not written')
    expect(lines).toEqual([
      'E1122 15:04:05.678000      42] "it failed" err="boom" name="a"\n',
      'W1122 15:04:05.678000      42] "beware" count=3 on=true\n',
    ])
  })

  it.each(['text', 'json'])('of the format %s is split where that is asked for', (format) => {
    const groups = [loggingFlags]
    const flags = new FlagValues(
      groups,
      parseFlags(groups, [`--logging-format=${format}`, `--log-${format}-split-stream`]),
    )
    const seen = { out: [] as string[], error: [] as string[] }
    const logger = loggerOf(flags, { out: (line) => seen.out.push(line), error: (line) => seen.error.push(line) })
    logger.warn({}, 'beware')
    logger.error({}, 'it failed')
    expect([seen.out.length, seen.error.length]).toEqual([1, 1])
    expect(seen.error[0]).toContain('it failed')
  })

  it('is JSON on request', () => {
    const { logger, lines } = logged(0, 'json')
    logger.error({ error: new Error('boom'), name: 'a' }, 'it failed')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ts: 1795359845678, msg: 'it failed', name: 'a', err: 'boom' },
    ])
  })

  it.each([
    [2, 0],
    [3, 1],
  ])('at verbosity %i has %i lines for a request', async (verbosity, count) => {
    const { logger, lines } = logged(verbosity)
    const server = new GenericAPIServer({ logger, writeError: (_request, response) => response.destroy() })
    server.start()
    const headers = { 'user-agent': 'test/1', 'audit-id': 'abc' }
    await server.fetch(new Request('https://localhost/version?a=b', { headers }))
    await server.stop()
    const ended = lines.filter((line) => line.includes('[graceful-termination]'))
    expect(ended).toHaveLength(6)
    const others = lines.filter((line) => !ended.includes(line))
    expect(others).toHaveLength(count)
    if (count > 0) {
      expect(others[0]).toMatch(
        /"HTTP" verb="GET" URI="\/version\?a=b" latency="[\d.]+ms" userAgent="test\/1" audit-ID="abc" srcIP="[^"]*" resp=200\n$/,
      )
    }
  })
})

import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTime } from 'apimachinery/scalar'
import { systemClock } from 'apimachinery/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLogFile } from '../../src/nodes/container-logs/log-file.js'
import { parseRuntimeLine } from '../../src/nodes/container-logs/log-line.js'
import { readLogOptions } from '../../src/nodes/container-logs/log-options.js'
import { shownLog } from '../../src/nodes/container-logs/shown-log.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-logs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const never = new AbortController().signal
const line = (second: number, text: string, head = 'stdout F'): string =>
  `2016-10-06T00:17:0${second}.5Z ${head} ${text}\n`

function written(...lines: string[]): string {
  const file = join(folder, `${lines.length}-${Math.random()}.log`)
  writeFileSync(file, lines.join(''))
  return file
}

async function textOf(file: string, query: string): Promise<string> {
  const options = readLogOptions(new URLSearchParams(query), Date.parse('2016-10-06T00:17:10Z'))
  const reading = { ...options, signal: never, ended: never, pace: systemClock }
  let text = ''
  for await (const piece of shownLog(readLogFile(file, reading), options)) text += Buffer.from(piece).toString()
  return text
}

describe('logs of containers', () => {
  it.each([
    ['', 'one\ntwo-three\nbad\nfour\n'],
    [
      'timestamps=true',
      '2016-10-06T00:17:01.500000000Z one\n2016-10-06T00:17:02.500000000Z two-three\n2016-10-06T00:17:04.500000000Z bad\n2016-10-06T00:17:05.500000000Z four\n',
    ],
    ['tailLines=2', 'bad\nfour\n'],
    ['tail=1', 'four\n'],
    ['tail=all', 'one\ntwo-three\nbad\nfour\n'],
    ['tailLines=0', ''],
    ['limitBytes=6', 'one\ntw'],
    ['sinceSeconds=6', 'bad\nfour\n'],
    ['sinceTime=2016-10-06T00:17:05Z', 'four\n'],
    ['stream=Stderr', 'bad\n'],
  ])('are shown as asked for by "%s"', async (query, text) => {
    const parts = [
      line(1, 'one'),
      line(2, 'two-', 'stdout P'),
      'broken\n',
      line(3, 'three'),
      line(4, 'bad', 'stderr F'),
    ]
    expect(await textOf(written(...parts, line(5, 'four')), query)).toBe(text)
  })

  it('may have the format of Docker, and no end of the last line', async () => {
    const entry = (log: string): string => JSON.stringify({ log, stream: 'stdout', time: '2016-10-06T00:17:09Z' })
    expect(await textOf(written(`${entry('a\n')}\n`, entry('b\n')), 'tailLines=2')).toBe('a\nb\n')
  })

  it('find the last lines of long files', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => line(1, `${index}`.padStart(50)))
    expect(await textOf(written(...lines), 'tailLines=2000')).toBe(
      lines
        .slice(1000)
        .map((each) => `${each.slice(32)}`)
        .join(''),
    )
  })

  it.each([
    ['no format at all\n', 'failed to get parse function: unsupported log format: "no format at all\\n"'],
    [
      undefined,
      'failed to try resolving symlinks in path "/no/such/file": lstat /no/such/file: no such file or directory',
    ],
  ])('that cannot be read are an error in the words of upstream: %j', async (content, message) => {
    await expect(textOf(content === undefined ? '/no/such/file' : written(content), '')).rejects.toThrow(message)
  })

  it('are followed through what is added, through a new file of the name, to the end', async () => {
    const file = written(line(1, 'one'), '2016-10-06T00:17:02Z std')
    const ended = new AbortController()
    const reading = { tailLines: 5, follow: true, signal: never, ended: ended.signal, pace: systemClock }
    const steps = [
      () => appendFileSync(file, 'out F two\n'),
      () => {
        writeFileSync(`${file}.new`, line(3, 'three'))
        renameSync(`${file}.new`, file)
      },
      () => ended.abort(),
    ]
    const seen: string[] = []
    for await (const each of readLogFile(file, reading)) {
      if (each === undefined && seen.length === 3 - steps.length + 1) steps.shift()?.()
      if (each !== undefined) seen.push(each.content.toString())
    }
    expect(seen).toEqual(['one\n', 'two\n', 'three\n'])
  })

  it('are refused where a time or a stream is none', () => {
    expect(() => parseRuntimeLine(Buffer.from('yesterday stdout F a\n'))).toThrow('yesterday')
    expect(() => parseRuntimeLine(Buffer.from('2016-10-06T00:17:02Z nowhere F a\n'))).toThrow(
      'unexpected stream type "nowhere"',
    )
    expect(() => readLogOptions(new URLSearchParams('tailLines=many'), 0)).toThrow('"many" is no number')
    expect(parseRuntimeLine(Buffer.from('2016-10-06T00:17:02+02:00 stdout F a\n'))).toMatchObject({
      time: '2016-10-06T00:17:02.000000000+02:00',
      instant: parseTime('2016-10-05T22:17:02Z'),
    })
  })
})

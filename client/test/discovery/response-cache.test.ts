// client-go's discovery/cached/disk/round_tripper_test.go, rewritten, and the rules of third_party/forked/httpcache below it.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { DiskResponseCache } from '../../src/discovery/disk-response-cache.js'
import { CachingTransport } from '../../src/transport/caching-transport.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import type { HeaderFields, TransportRequest } from '../../src/transport/transport.js'

let folder = ''
let cache: DiskResponseCache
let sent: TransportRequest[]
let answers: { status?: number; headers?: HeaderFields; text?: string }[]
let clock: FakeClock
beforeEach(async () => {
  clock = new FakeClock(Date.UTC(2024, 0, 1))
  folder = join(await mkdtemp(join(tmpdir(), 'responses-')), 'http')
  cache = new DiskResponseCache(folder)
  sent = []
  answers = []
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const inner = new InProcessTransport(async (request) => {
  sent.push(request)
  const { status = 200, headers = {}, text = '' } = answers[Math.min(sent.length, answers.length) - 1] ?? {}
  return { status, headers, body: bytes(text) }
})
async function get(
  headers: HeaderFields = {},
  method = 'GET',
): Promise<{ status: number; text: string; cached: boolean }> {
  const transport = new CachingTransport(inner, { cache, host: 'https://localhost', clock })
  const { status, body, headers: got } = await transport.send({ method, path: '/openapi/v3', headers })
  return { status, text: new TextDecoder().decode(await body.bytes()), cached: got['x-from-cache'] === '1' }
}
const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex')

describe('a cache of answers', () => {
  it('TestCacheRoundTripper: asks with the ETag, and gives what it has when that still holds', async () => {
    answers = [
      { headers: { etag: '"123456"', 'x-old': 'a' }, text: 'Content' },
      { status: 304, headers: { 'x-old': 'b', connection: 'x-hop', 'x-hop': '1' }, text: 'Other Content' },
      { headers: { etag: '"7"' }, text: 'New' },
      { status: 304 },
    ]
    expect(await get()).toEqual({ status: 200, text: 'Content', cached: false })
    expect(await get()).toEqual({ status: 200, text: 'Content', cached: true })
    expect(sent.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"123456"'])
    const [name = ''] = await readdir(folder)
    const kept = (await readFile(join(folder, name), 'latin1')).slice(32)
    expect(kept).toBe('HTTP/1.1 200 OK\r\netag: "123456"\r\nx-old: b\r\n\r\nContent')
    expect(await get()).toEqual({ status: 200, text: 'New', cached: false })
    expect(await get()).toEqual({ status: 200, text: 'New', cached: true })
  })

  it('TestCacheRoundTripperPathPerm: its files are for owner and group', async () => {
    await get()
    const [name = ''] = await readdir(folder)
    expect(name).toBe(nameOf('https://localhost/openapi/v3'))
    expect((await stat(folder)).mode & 0o777).toBe(0o750)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o660)
  })

  it.each([
    ['max-age', { 'cache-control': 'public, max-age=60' }],
    ['Expires', { expires: 'Mon, 01 Jan 2024 00:01:00 GMT' }],
  ])('asks nobody as long as %s says', async (_, control) => {
    const now = clock.now()
    answers = [{ headers: { date: new Date(now).toUTCString(), etag: '"1"', ...control }, text: 'a' }, { status: 304 }]
    await get()
    clock.step(59_000)
    expect(await get()).toMatchObject({ text: 'a', cached: true })
    expect(sent).toHaveLength(1)
    clock.step(3_600_000)
    expect(await get()).toMatchObject({ text: 'a', cached: true })
    expect(sent).toHaveLength(2)
  })

  it.each<[string, HeaderFields]>([
    ['no-cache', { 'cache-control': 'no-cache, private', expires: 'Fri, 01 Jan 2100 00:00:00 GMT' }],
    ['no date', { 'cache-control': 'max-age=60' }],
  ])('asks where there is %s', async (name, control) => {
    const date = name === 'no date' ? {} : { date: new Date(clock.now()).toUTCString() }
    answers = [{ headers: { ...date, ...control }, text: 'a' }]
    await get()
    expect(await get()).toMatchObject({ cached: false })
    expect(sent).toHaveLength(2)
  })

  it.each<[string, number, HeaderFields]>([
    ['what must not be stored', 200, { 'cache-control': 'no-store' }],
    ['failures', 500, {}],
    ['what is not there', 404, {}],
  ])('does not keep %s, and forgets what was there', async (_, status, headers) => {
    answers = [{ headers: { etag: '"1"' }, text: 'a' }, { status, headers, text: 'b' }, { text: 'c' }]
    await get()
    expect(await get()).toEqual({ status, text: 'b', cached: false })
    expect(await readdir(folder)).toEqual([])
    await get()
    expect(sent[2]?.headers['if-none-match']).toBeUndefined()
  })

  it('gives an answer only to who asks for the same form', async () => {
    answers = [{ headers: { etag: '"1"', vary: 'Accept, Accept-Encoding' }, text: 'a' }]
    await get({ accept: 'application/json' })
    await get({ accept: 'application/json' })
    await get({ accept: 'application/yaml' })
    expect(sent.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', undefined])
  })

  it('lets other methods pass', async () => {
    answers = [{ headers: { etag: '"1"' } }]
    await get({}, 'POST')
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })
})

describe('TestSumDiskCache', () => {
  const path = (): string => join(folder, nameOf('testing'))
  const sum = (text: string): Buffer => createHash('sha256').update(text).digest()

  it.each<[string, () => Buffer | undefined]>([
    ['NoSuchKey', () => undefined],
    ['EmptyFile', () => Buffer.alloc(0)],
    ['InvalidChecksum', () => Buffer.concat([sum('testing'), Buffer.from('testink')])],
  ])('%s', async (_, content) => {
    await cache.set('other', bytes('x'))
    const written = content()
    if (written !== undefined) await writeFile(path(), written)
    expect(await cache.get('testing')).toBeUndefined()
  })

  it('OverwriteExistingKey', async () => {
    await cache.set('testing', bytes('wrong'))
    await writeFile(path(), 'spoiled')
    await cache.set('testing', bytes('right'))
    expect(await readFile(path())).toEqual(Buffer.concat([sum('right'), Buffer.from('right')]))
    expect(new TextDecoder().decode(await cache.get('testing'))).toBe('right')
    await cache.delete('testing')
    expect(await cache.get('testing')).toBeUndefined()
  })

  it('does not fail where it cannot write', async () => {
    const nowhere = new DiskResponseCache('/dev/null/folder')
    await nowhere.set('testing', bytes('x'))
    await nowhere.delete('testing')
    expect(await nowhere.get('testing')).toBeUndefined()
  })
})

describe('a client', () => {
  it('reads discovery and OpenAPI through the cache, and objects past it', async () => {
    answers = [{ headers: { 'content-type': 'application/json', etag: '"1"' }, text: '{"paths":{},"gitVersion":"v1"}' }]
    const client = Client.from({ transport: inner, discoveryCache: { cache, host: 'https://localhost' } })
    await client.discovery.openAPIV3().paths()
    await client.discovery.serverVersion()
    await client.rest.get().absPath('/healthz').do()
    expect((await readdir(folder)).sort()).toEqual(
      ['https://localhost/openapi/v3', 'https://localhost/version'].map(nameOf).sort(),
    )
  })
})

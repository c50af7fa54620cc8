import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { isForbidden } from 'apimachinery/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { NodeClient } from '../../src/client/node-client.js'
import { copyFrom, copyTo } from '../../src/streams/copy.js'
import { linesOf } from '../../src/streams/lines.js'
import type { PodStreams } from '../../src/streams/pod-streams.js'
import type { PortConnection } from '../../src/streams/port-connection.js'
import { portForward } from '../../src/streams/port-forwarder.js'
import { readTar, writeTar } from '../../src/streams/tar.js'
import { openSockets } from '../support/open-sockets.js'
import { type PodSocket, podServer } from '../support/pod-server.js'
import { type ScriptedServer, scriptedServer } from '../support/scripted-server.js'

let server: ScriptedServer
let client: Client
const success = JSON.stringify({ metadata: {}, status: 'Success' })
const exit = (code: number) =>
  JSON.stringify({
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  })

afterEach(async () => {
  await client?.close()
  await server?.close()
})
async function pod(script: (socket: PodSocket) => void, protocols?: string[]): Promise<PodStreams> {
  server = await podServer(script, protocols)
  client = await NodeClient.connect({ config: { host: server.url } })
  return client.pod('prod', 'web')
}
const text = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  let all = ''
  for await (const chunk of chunks) all += new TextDecoder().decode(chunk)
  return all
}

describe('exec', () => {
  it('runs a command and gives its output and exit code', async () => {
    let url = ''
    const streams = await pod((socket) => {
      url = socket.url
      for (const channel of [1, 2, 3]) socket.send(channel, '')
      socket.send(1, 'out')
      socket.send(2, 'err')
      socket.send(1, 'put')
      socket.send(3, exit(3))
      socket.close(1000)
    })
    // Empty messages announce the channels, that of the status included.
    expect(await streams.run(['sh', '-c', 'x y'], { container: 'app' }).catch((error: unknown) => error)).toEqual({
      stdout: 'output',
      stderr: 'err',
      exitCode: 3,
    })
    expect(url).toBe(
      '/api/v1/namespaces/prod/pods/web/exec?command=sh&command=-c&command=x+y&container=app&stdout=true&stderr=true',
    )
  })

  it('continues when the output is not read any more', async () => {
    const streams = await pod((socket) => {
      socket.send(1, 'out')
      socket.send(3, success)
      socket.close(1000)
    })
    const sink = new PassThrough()
    sink.destroy()
    const session = await streams.exec(['x'], { stdout: sink })
    expect(await session.done).toMatchObject({ exitCode: 0 })
  })

  it('sends input and tells its end', async () => {
    const seen: string[] = []
    const streams = await pod((socket) => {
      socket.onMessage((channel, data) => {
        seen.push(`${channel} ${channel === 255 ? data[0] : data}`)
        if (channel === 0) socket.send(1, data.toString().toUpperCase())
        if (channel === 255) {
          socket.send(3, success)
          socket.close(1000)
        }
      })
    })
    const { stdout } = await streams.run(['cat'], {
      stdin: (async function* () {
        yield 'one '
        yield new TextEncoder().encode('two')
      })(),
    })
    expect(stdout).toBe('ONE TWO')
    expect(seen).toEqual(['0 one ', '0 two', '255 0'])
  })

  it('falls back to v4, which knows no end of input', async () => {
    const protocols: string[] = []
    const channels: number[] = []
    const streams = await pod(
      (socket) => {
        protocols.push(socket.protocol)
        socket.onMessage((channel) => {
          channels.push(channel)
          socket.send(3, success)
          socket.close(1000)
        })
      },
      ['v4.channel.k8s.io'],
    )
    await streams.run(['cat'], { stdin: 'x' })
    expect(protocols).toEqual(['v4.channel.k8s.io'])
    expect(channels).toEqual([0])
  })

  it('does not hang when the connection is closed without a status', async () => {
    const streams = await pod((socket) => setImmediate(() => socket.terminate()))
    const session = await streams.exec(['sleep'])
    await expect(session.done).rejects.toMatchObject({ code: 'ConnectionLost' })
    await expect(text(session.stdout)).rejects.toMatchObject({ code: 'ConnectionLost' })
    const again = await streams.exec(['sleep'])
    again.close()
    await expect(again.done).rejects.toMatchObject({ code: 'ConnectionLost' })
  })

  it('gives the status of a server that refuses', async () => {
    await pod(() => undefined)
    const error = await client
      .pod('refused', 'web')
      .exec(['x'])
      .catch((thrown: unknown) => thrown)
    expect(isForbidden(error)).toBe(true)
    expect((error as Error).message).toBe('no exec for you')
  })

  it('writes to Node streams, tells the size of the terminal, and ends with its signal', async () => {
    const sizes: string[] = []
    const streams = await pod((socket) => {
      socket.send(1, 'prompt')
      socket.onMessage((channel, data) => channel === 4 && sizes.push(data.toString()))
    })
    const stdout = new PassThrough()
    const controller = new AbortController()
    const session = await streams.exec(['sh'], { tty: true, interactive: true, stdout, signal: controller.signal })
    await session.resize({ width: 80, height: 24 })
    await expect.poll(() => sizes).toEqual(['{"Width":80,"Height":24}'])
    expect(String(stdout.read())).toBe('prompt')
    controller.abort(new Error('enough'))
    await expect(session.done).rejects.toThrow('enough')
    await expect.poll(() => server.sockets.size).toBe(0)
  })
})

describe('logs', () => {
  it('come line by line', async () => {
    server = await scriptedServer('http1', (_, response) => {
      ;(response as { writeHead(status: number, headers: object): void }).writeHead(200, {
        'content-type': 'text/plain',
      })
      ;(response as { write(chunk: string): void }).write('one\ntw')
      response.end('o\r\nthree')
    })
    client = await NodeClient.connect({ config: { host: server.url } })
    const lines: string[] = []
    for await (const line of client.pod('prod', 'web').logs({ follow: true, tailLines: 5, container: 'a' }))
      lines.push(line)
    expect(lines).toEqual(['one', 'two', 'three'])
    expect(server.requests[0]?.url).toBe('/api/v1/namespaces/prod/pods/web/log?follow=true&tailLines=5&container=a')
  })

  it('are delivered while they are written, and report a lost connection', async () => {
    let lose: () => void = () => undefined
    server = await scriptedServer('http1', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      ;(response as { write(text: string): void }).write('first\nsec')
      lose = () => (response as { destroy(): void }).destroy()
    })
    client = await NodeClient.connect({ config: { host: server.url } })
    const lines = client.pod('prod', 'web').logs({ follow: true })
    expect(await lines.next()).toEqual({ value: 'first', done: false })
    const next = lines.next()
    lose()
    await expect(next).rejects.toMatchObject({ name: 'TransportError' })
    expect(server.requests[0]?.url).toBe('/api/v1/namespaces/prod/pods/web/log?follow=true')
  })

  it('keep characters whole that are cut between chunks', async () => {
    const bytes = new TextEncoder().encode('grün\n')
    const chunks = async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte)
    }
    const lines: string[] = []
    for await (const line of linesOf(chunks())) lines.push(line)
    expect(lines).toEqual(['grün'])
  })
})

describe('port forwarding', () => {
  const echo = (socket: PodSocket): void => {
    for (const channel of [0, 1]) socket.send(channel, Uint8Array.of(80, 0))
    socket.onMessage((channel, data) => channel === 0 && socket.send(0, data))
  }

  it('leaves no connection to the pod when the local one ended first', async () => {
    let give = (_connection: PortConnection): void => undefined
    const asked = vi.fn(() => new Promise<PortConnection>((resolve) => (give = resolve)))
    const forwarder = await portForward({ connect: asked }, { ports: [{ remote: 80 }] })
    connect(forwarder.ports[0]!.local, '127.0.0.1')
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    await forwarder.close()
    const close = vi.fn()
    give({ close, readable: (async function* () {})() } as unknown as PortConnection)
    await expect.poll(() => close.mock.calls.length).toBeGreaterThan(0)
  })

  it('carries connections of a local port', async () => {
    const streams = await pod(echo)
    const forwarder = await portForward(streams, { ports: [{ remote: 80 }] })
    const [first] = forwarder.ports
    const socket = connect(first!.local, '127.0.0.1')
    socket.write('hello')
    const [data] = await new Promise<Buffer[]>((resolve) => socket.once('data', (chunk) => resolve([chunk])))
    expect(String(data)).toBe('hello')
    await forwarder.close()
    await expect.poll(() => server.sockets.size).toBe(0)
  })

  it('survives local connections that go while the pod sends, and before it is there', async () => {
    let open = 0
    const waiting: (() => void)[] = []
    const streams = await pod((socket) => {
      open++
      for (const channel of [0, 1]) socket.send(channel, Uint8Array.of(80, 0))
      socket.onMessage(() => {
        for (let count = 0; count < 200; count++) socket.send(0, new Uint8Array(10_000))
      })
    })
    const held = {
      connect: (port: number) => new Promise<void>((go) => waiting.push(go)).then(() => streams.connect(port)),
    }
    const forwarder = await portForward(held, { ports: [{ remote: 80 }] })
    const local = forwarder.ports[0]?.local ?? 0
    const talking = connect(local, '127.0.0.1')
    talking.write('x')
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.()
    await new Promise((resolve) => talking.once('data', resolve))
    talking.destroy()
    const before = openSockets()
    const early = connect(local, '127.0.0.1')
    await expect.poll(() => waiting.length).toBe(2)
    early.destroy()
    await new Promise((resolve) => early.once('close', resolve))
    // The local end of the forwarder closes a moment later.
    await expect.poll(openSockets).toBeLessThanOrEqual(before)
    waiting[1]?.()
    await expect.poll(() => open).toBe(2)
    await expect.poll(() => server.sockets.size).toBe(0)
    await forwarder.close()
  })

  it('tells what the pod says went wrong', async () => {
    const streams = await pod((socket) => {
      for (const channel of [0, 1]) socket.send(channel, Uint8Array.of(80, 0))
      socket.send(1, 'connection refused\n')
    })
    const connection = await streams.connect(80)
    await expect(text(connection.readable)).rejects.toThrow('connection refused')
  })

  it('refuses ports that are none', async () => {
    const streams = await pod(echo)
    await expect(streams.connect(0)).rejects.toThrow('0 is not a valid port number')
  })
})

describe('copies', () => {
  const long = `${'folder/'.repeat(20)}grün.txt`
  const entries = [
    { name: 'a', type: 'folder' as const },
    { name: 'a/b.txt', content: new TextEncoder().encode('hello'), mode: 0o600, modified: 1_700_000_000 },
    { name: long, content: new Uint8Array(1000).fill(7) },
    { name: 'a/link', type: 'link' as const, target: 'b.txt' },
  ]

  it('write what tar reads, and read what it writes', async () => {
    const found = []
    for await (const entry of readTar(writeTar(entries))) found.push(entry)
    expect(found.map(({ name, type, content }) => [name, type, content.length])).toEqual([
      ['a', 'folder', 0],
      ['a/b.txt', 'file', 5],
      [long, 'file', 1000],
      ['a/link', 'link', 0],
    ])
    expect(found[1]).toMatchObject({ mode: 0o600, modified: 1_700_000_000 })
    const { execFileSync } = await import('node:child_process')
    const pieces: Uint8Array[] = []
    for await (const piece of writeTar(entries)) pieces.push(piece)
    const listed = execFileSync('tar', ['tf', '-'], {
      input: Buffer.concat(pieces),
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    expect(listed.toString().split('\n').length).toBe(5)
    const made = execFileSync('tar', [
      'cf',
      '-',
      '-C',
      new URL('../support', import.meta.url).pathname,
      'certificate.ts',
    ])
    const names: string[] = []
    for await (const { name } of readTar(
      (async function* () {
        yield made
      })(),
    ))
      names.push(name)
    expect(names).toEqual(['certificate.ts'])
  })

  it('refuse names that lead out of the folder', async () => {
    const read = async (name: string): Promise<void> => {
      for await (const _ of readTar(writeTar([{ name }])));
    }
    await expect(read('../etc/passwd')).rejects.toThrow('leads out of the folder')
    await expect(read('/etc/passwd')).rejects.toThrow('leads out of the folder')
  })

  it('use the tar of the container', async () => {
    const archive: Uint8Array[] = []
    for await (const piece of writeTar(entries)) archive.push(piece)
    const received: Buffer[] = []
    const urls: string[] = []
    const streams = await pod((socket) => {
      urls.push(new URL(socket.url, 'http://x').searchParams.getAll('command').join(' '))
      if (urls.at(-1)?.startsWith('tar cf')) {
        for (const piece of archive) socket.send(1, piece)
        socket.send(3, success)
        socket.close(1000)
      }
      socket.onMessage((channel, data) => {
        if (channel === 0) received.push(data)
        if (channel === 255) {
          socket.send(2, 'tar: no space left')
          socket.send(3, exit(2))
        }
      })
    })
    const names: string[] = []
    for await (const { name } of copyFrom(streams, '/srv/data/')) names.push(name)
    expect(names).toHaveLength(4)
    await expect(copyTo(streams, '/srv', entries)).rejects.toThrow('tar ended with exit code 2: tar: no space left')
    expect(Buffer.concat(received)).toEqual(Buffer.concat(archive))
    expect(urls).toEqual(['tar cf - -C /srv -- data', 'tar xmf - -C /srv'])
  })
})

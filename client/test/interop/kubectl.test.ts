import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Namespace } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.js'
import type { Client } from '../../src/client/client.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'
import { objects, type Session, sessions } from './kubectl-sessions.js'

/** The kubectl that is compared with: KUBECTL=/usr/bin/kubectl, as in `npm run test:kubectl`. */
const kubectl = process.env.KUBECTL === undefined ? '' : resolve(process.env.KUBECTL)
const isThere = kubectl !== '' && spawnSync(kubectl, ['version', '--client']).status === 0

interface Answer {
  readonly line: string
  readonly code: number
  readonly out: string
  readonly err: string
}

type Command = (args: readonly string[], input: string) => Promise<Omit<Answer, 'line'>>

const resources = ['pods', 'configmaps', 'services', 'secrets'].map((name) => new GroupVersionResource('', 'v1', name))
const deployments = new GroupVersionResource('apps', 'v1', 'deployments')

describe.skipIf(!isThere)('kubectl and this command answer the same', () => {
  let server: TestAPIServer
  let client: Client
  let folder = ''
  beforeAll(async () => {
    server = await startAPIServer()
    client = await server.client('in process', 'json')
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'))
    const authority = Buffer.from(server.caData).toString('base64')
    const config = `current-context: c\nclusters: [{name: k, cluster: {server: "${server.url}", certificate-authority-data: ${authority}}}]\nusers: [{name: u, user: {token: ${server.token}}}]\ncontexts: [{name: c, context: {cluster: k, user: u, namespace: shop}}]\n`
    await writeFile(join(folder, 'config'), config)
    await client.create(new Namespace({ metadata: { name: 'shop' } }))
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true })
  })

  const environment = () => ({ ...process.env, KUBECONFIG: join(folder, 'config'), HOME: folder })
  const theirs: Command = (args, input) =>
    new Promise((done) => {
      const child = spawn(kubectl, args, { env: environment(), cwd: folder })
      let [out, err] = ['', '']
      child.stdout.on('data', (chunk) => {
        out += chunk
      })
      child.stderr.on('data', (chunk) => {
        err += chunk
      })
      child.stdin.on('error', () => undefined).end(input)
      child.once('close', (code) => done({ code: code ?? -1, out, err }))
    })
  const ours: Command = async (args, input) => {
    let [out, err] = ['', '']
    const code = await run(args, {
      cwd: folder,
      environment: environment(),
      write: (text) => {
        out += text
      },
      warn: (text) => {
        err += `${text}\n`
      },
      readInput: () => input,
    })
    return { code, out, err }
  }

  /** The namespace has only the objects that a session begins with. */
  async function begin(): Promise<void> {
    for (const gvr of [deployments, ...resources]) {
      const all = client.resource(gvr).namespace('shop')
      for await (const { metadata } of all.each()) {
        await all.delete((metadata as { name: string }).name, { gracePeriodSeconds: 0 })
      }
    }
    for (const each of structuredClone(objects)) {
      const gvr =
        each.kind === 'Deployment'
          ? deployments
          : resources.find(({ resource }) => resource === `${String(each.kind).toLowerCase()}s`)
      await client
        .resource(gvr as GroupVersionResource)
        .namespace('shop')
        .create(new Unstructured(each), { fieldManager: 'test' })
    }
  }
  beforeEach(begin)

  async function answers(command: Command, { lines, input = '', inputs = {} }: Session): Promise<Answer[]> {
    await begin()
    const found: Answer[] = []
    for (const [index, line] of lines.entries()) {
      const args = (line.match(/'[^']*'|\S+/g) ?? []).map((arg) => arg.replace(/^'|'$/g, ''))
      found.push({ line, ...(await command(args, inputs[index] ?? input)) })
    }
    return found
  }

  /** What is another one in each run: times, ages, identities. */
  const normal = (text: string): string =>
    text
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
      .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UID')
      .replace(/(resourceVersion"?: ?)"\d+"/g, '$1"N"')
      .replace(/\b\d+(s|m\d*s?)$/gm, 'AGE')
      .replace(/\b\d+(s|m\d+s) {2,}/g, 'AGE   ')
      .replace(/kubectl/g, 'apimachinery-client')

  /** The output of a command that follows, while things change, up to so many lines. */
  async function followed(line: string, program: 'theirs' | 'ours', lines: number): Promise<string[]> {
    await begin()
    const maps = client.resource(resources[1] as GroupVersionResource).namespace('shop')
    const leave = new AbortController()
    let text = ''
    const args = line.split(' ')
    const take = (chunk: unknown): void => {
      text += chunk
    }
    const io = {
      cwd: folder,
      environment: environment(),
      write: take,
      warn: take,
      readInput: () => '',
      signal: leave.signal,
    }
    const child = program === 'theirs' ? spawn(kubectl, args, { env: environment(), cwd: folder }) : undefined
    const ended = child === undefined ? run(args, io) : new Promise((done) => child.once('close', done))
    child?.stdout.on('data', take)
    child?.stderr.on('data', take)
    // With --watch-only there is no output before the first change.
    await expect.poll(watches, { timeout: 30_000 }).toBeGreaterThan(0)
    await maps.patch('conf', { type: PatchType.Merge, body: { data: { b: 'c' } } })
    const made = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a-new-and-longer-name' }, data: {} }
    await maps.create(new Unstructured(made), { fieldManager: 'test' })
    await maps.delete('conf')
    await expect.poll(() => text.split('\n').length - 1, { timeout: 10_000 }).toBeGreaterThanOrEqual(lines)
    child?.kill('SIGINT')
    leave.abort(new DOMException('interrupted', 'AbortError'))
    await ended
    await expect.poll(watches, { timeout: 30_000 }).toBe(0)
    return normal(text).split('\n')
  }

  /** How many watches of config maps the server answers. */
  async function watches(): Promise<number> {
    const metrics = (await client.rest.get().absPath('/metrics').do()).text()
    const [, count] =
      /^apiserver_longrunning_requests\{.*resource="configmaps".*verb="WATCH".*\} (\d+)$/m.exec(metrics) ?? []
    return Number(count ?? 0)
  }

  it.each<[string, number]>([
    ['get cm -w', 7],
    ['get cm --watch-only', 4],
    ['get cm conf -w', 4],
    ['get cm -w --output-watch-events', 7],
    ['get cm -w --output-watch-events --no-headers', 6],
    ['get cm -w -o name', 6],
    ['get cm -w -o json', 60],
    ['get cm -w -o yaml --output-watch-events', 60],
    ['get cm -w -o json --output-watch-events', 6],
    ['get cm -w -o custom-columns=N:.metadata.name,D:.data', 7],
    ['get cm -w -l app=web --show-labels', 4],
    ['get cm -A -w --field-selector=metadata.name=conf', 4],
  ])(
    '%s',
    async (line, lines) => {
      const expected = await followed(line, 'theirs', lines)
      expect(await followed(line, 'ours', lines)).toEqual(expected)
    },
    60_000,
  )

  it.each(sessions)(
    '$about',
    async (session) => {
      const edit = session.edit ?? ((text: string) => text)
      const shown = (list: readonly Answer[]) =>
        list.map(({ line, code, out, err }) => ({ line, code, out: edit(normal(out)), err: edit(normal(err)) }))
      const expected = shown(await answers(theirs, session))
      const found = shown(await answers(ours, session))
      for (const [index, each] of expected.entries()) expect.soft(found[index]).toEqual(each)
    },
    120_000,
  )
})

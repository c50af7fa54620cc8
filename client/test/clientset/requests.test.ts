import { readdirSync, readFileSync } from 'node:fs'
import { TokenRequest } from 'apimachinery/api/authentication/v1'
import { type Binding, Pod } from 'apimachinery/api/core/v1'
import { DeploymentRollback } from 'apimachinery/api/extensions/v1beta1'
import { PatchType } from 'apimachinery/patch'
import { type KindClass, type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { describe, expect, it } from 'vitest'
import { goldenLines } from '../../../test/golden-lines.js'
import { Client } from '../../src/client/client.js'
import * as clientset from '../../src/clientset/index.js'
import type { ResourceClient } from '../../src/rest/resource-client.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import type { TransportRequest } from '../../src/transport/transport.js'

/** What one method of a Go client sends: `test/interop/go/requests`. */
interface Sent {
  readonly of: string
  readonly call: string
  readonly input?: string
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly accept: string
  readonly type?: string
  readonly body?: string
}

const lines = goldenLines<Sent>('client/requests.jsonl.gz')
const listed = {
  labelSelector: 'a=b,c in (d)',
  fieldSelector: 'metadata.name=n',
  timeoutSeconds: 7,
  limit: 5,
  continue: 'x/y+z=',
  resourceVersion: '10',
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: true,
  sendInitialEvents: true,
}
const written = { dryRun: ['All'], fieldManager: 'fm', fieldValidation: 'Strict' }
const applied = { dryRun: ['All'], fieldManager: 'fm', force: true }
const deleted = {
  gracePeriodSeconds: 7,
  preconditions: { uid: 'u' },
  propagationPolicy: 'Orphan',
  dryRun: ['All'],
}
const patch = { type: PatchType.Merge, body: '{"a":1}' }
const logged = {
  container: 'c',
  follow: true,
  previous: true,
  sinceSeconds: 7,
  timestamps: true,
  tailLines: 7,
  limitBytes: 7,
  insecureSkipTLSVerifyBackend: true,
}

type Calls = ResourceClient<KubernetesObject> & Record<string, (...parameters: unknown[]) => Promise<unknown>>

/** What a call is given. */
interface Given {
  readonly object: KubernetesObject
  /** The object as Go sends it. */
  readonly body: object
  readonly subresource: string | undefined
}

/** One call on a client, as it is written here. */
type Call = (client: Calls, given: Given) => unknown

async function firstOf(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream) return
}

const target = { scheme: 'https', port: '8443' }

/** The methods of Go's clients that have another form here, or others' parameters. */
const calls: Readonly<Record<string, Call>> = {
  get: (client, { subresource: sub }) => (sub ? client.subresource(sub) : client).get('n', { resourceVersion: '10' }),
  list: (client) => client.list(listed),
  watch: (client) => firstOf(client.watch(listed)),
  create: (client, { object, subresource: sub }) =>
    sub ? client.subresource(sub).create('n', object, written) : client.create(object, written),
  update: (client, { object, subresource: sub }) => (sub ? client.subresource(sub) : client).update(object, written),
  updateStatus: (client, { object }) => client.updateStatus(object, written),
  delete: (client) => client.delete('n', deleted),
  deleteCollection: (client) => client.deleteCollection(listed, deleted),
  patch: (client, { subresource: sub }) => (sub ? client.subresource(sub) : client).patch('n', patch, written),
  apply: (client, { object, subresource: sub }) =>
    (sub ? client.subresource(sub) : client).apply(object as never, applied),
  applyStatus: (client, { object }) => client.applyStatus(object as never, applied),
  getScale: (client) => client.getScale?.('n', { resourceVersion: '10' }),
  updateScale: (client, { body }) => client.updateScale?.('n', body, written),
  applyScale: (client, { body }) => client.applyScale?.('n', body, applied),
  updateApproval: (client, { object }) =>
    client.kind.version === 'v1beta1'
      ? client.updateApproval?.(object, written)
      : client.updateApproval?.('n', object, written),
  bind: (client, { body }) => client.bind?.('n', (body as Binding).target, written),
  evictV1: (client) => client.evict?.('n'),
  getLogs: (client) => firstOf((client.logs as never as (...all: unknown[]) => AsyncIterable<unknown>)('n', logged)),
  proxyGet: (client) => {
    const request = client.proxy?.('n', 'a/b c', target) as never as {
      param(n: string, v: string): typeof request
      do(): unknown
    }
    return request.param('q', '1').do()
  },
  createToken: (client, { body }) => client.createToken?.('n', new TokenRequest(body as never), written),
  updateResize: (client, { object }) => client.updateResize?.('n', object, written),
  updateEphemeralContainers: (client, { object }) => client.updateEphemeralContainers?.('n', object, written),
  finalize: (client, { object }) => client.finalize?.(object, written),
  patchStatus: (client) => client.patchStatus?.('n', patch.body),
  createWithEventNamespace: (client, { object }) => client.createWithEventNamespace?.(object),
  updateWithEventNamespace: (client, { object }) => client.updateWithEventNamespace?.(object),
  patchWithEventNamespace: (client, { object }) =>
    client.patchWithEventNamespace?.(object, { type: PatchType.StrategicMerge, body: patch.body }),
  search: (client) => client.search?.(new Pod({ metadata: { name: 'n', namespace: 'ns', uid: 'u' } })),
  rollback: (client, { body }) => client.rollback?.(new DeploymentRollback(body as never), written),
}

/** What Go's clients have twice, or under another name here. */
const aliases: Readonly<Record<string, string>> = {
  createWithEventNamespaceWithContext: 'createWithEventNamespace',
  updateWithEventNamespaceWithContext: 'updateWithEventNamespace',
  patchWithEventNamespaceWithContext: 'patchWithEventNamespace',
  searchWithContext: 'search',
}

/** Not there, with the reason. */
function absent({ of, call, input }: Sent): string | undefined {
  if (call === 'evictV1beta1' || (call === 'evict' && of !== 'policyV1.evictions')) return 'policy/v1beta1 is gone'
  if (call === 'evict') return 'coreV1().pods(namespace).evict(name) sends the same'
  if (call === 'delete' && input !== undefined) return 'subresources have no deletion'
  return undefined
}

let last: TransportRequest | undefined
const notFound = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }
const transport = new InProcessTransport(async (request) => {
  last = request
  const body = new TextEncoder().encode(JSON.stringify(notFound))
  return { status: 404, headers: { 'content-type': 'application/json' }, body }
})
const client = Client.from({ transport })
const crontabs = client.resource(new GroupVersionResource('stable.example.com', 'v1', 'crontabs')).namespace('ns')

/** The getter of that name, in other capitals: Go's `cSIDrivers` is `csiDrivers` here. */
function getter(object: object, name: string): () => object {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(object))
  const found = names.find((each) => each.toLowerCase() === name.toLowerCase())
  if (found === undefined) throw new Error(`${object.constructor.name} has no ${name}`)
  return ((object as Record<string, unknown>)[found] as (namespace?: string) => object).bind(object)
}

function clientOf(of: string): Calls {
  if (of === 'dynamic.crontabs') return crontabs as never
  if (of === 'metadata.crontabs') return crontabs.metadata() as never
  const [group = '', resource = ''] = of.split('.')
  const groupClient = getter(new clientset.Clientset(client), group)()
  return (getter(groupClient, resource) as (namespace: string) => object)('ns') as Calls
}

/** The object that Go sends, which it writes with every field that it does not leave out. */
function objectOf({ body = '{}', path }: Sent, type: KindClass): KubernetesObject {
  const { apiVersion, kind, metadata, ...rest } = JSON.parse(body) as Record<string, unknown>
  if (apiVersion === 'stable.example.com/v1') return new Unstructured({ apiVersion, kind, metadata, ...rest } as never)
  const named = metadata ?? { name: 'n', ...(path.includes('/namespaces/ns/') && { namespace: 'ns' }) }
  return new type({ metadata: named, ...rest } as never)
}

/** Options of deletions are `v1` here, as in Go's dynamic client; its typed clients write the version of the objects. */
function bodyOf(text: string): unknown {
  if (text === '') return undefined
  const value = JSON.parse(text) as { kind?: string }
  return value.kind === 'DeleteOptions' ? { ...value, apiVersion: 'v1' } : value
}

/** What counts of a request: the order of parameters, of fields, and of the terms of a selector does not. */
function facts(
  { of, call }: Sent,
  { method, path, query = '', accept, type, body = '' }: Omit<Sent, 'of' | 'call'>,
): object {
  const parameters = [...new URLSearchParams(query)].map(([name, value]) =>
    name === 'fieldSelector' ? [name, value.split(',').sort().join()] : [name, value],
  )
  // Go's clients without types tell the deadline to the server only as an option of lists.
  const counted = parameters.filter(([name]) => !(name === 'timeout' && /^(dynamic|metadata)/.test(of)))
  // Deleted objects come back as metadata here, whole in Go.
  const accepted = of.startsWith('metadata') && call.startsWith('delete') ? undefined : accept
  return { method, path, query: counted.map((each) => each.join('=')).sort(), accepted, type, body: bodyOf(body) }
}

async function sentBy(line: Sent): Promise<object> {
  last = undefined
  const of = clientOf(line.of)
  const call = calls[aliases[line.call] ?? line.call]
  if (call === undefined) throw new Error(`nothing stands for ${line.of} ${line.call}`)
  try {
    const object = objectOf(line, of.kind.itemClass)
    await call(of, { object, subresource: line.input, body: JSON.parse(line.body ?? '{}') as object })
  } catch (error) {
    if (last === undefined) throw error
  }
  const { method, path, headers, body } = last as unknown as TransportRequest
  const [plain = '', query = ''] = path.split('?')
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : ''
  const [own, type] = [headers.accept, headers['content-type']] as [string, string]
  // Go's own additions to the clients take anything; this client asks for what it can read.
  const accept = line.accept.includes('*/*') ? line.accept : own
  return facts(line, { method, path: plain, query, accept, type, body: text })
}

const groups = [...new Set(lines.map(({ of }) => of.split('.')[0] as string))]

const verbs = [
  'apply',
  'applyStatus',
  'create',
  'delete',
  'deleteCollection',
  'get',
  'list',
  'patch',
  'update',
  'updateStatus',
  'watch',
]

/** The verbs that the types of the generated clients leave to each, by the getters of its group in lower case. */
function ownVerbs(): ReadonlyMap<string, readonly string[]> {
  const folder = new URL('../../src/clientset/', import.meta.url)
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  return new Map(
    texts.flatMap((text) => {
      const group = /export class (\w+)Client extends gen\.GroupVersionClient/.exec(text)?.[1]
      return [...text.matchAll(/^ {2}(\w+)\((?:namespace: string)?\): (\w+) \{$/gm)].flatMap(([, getter, name]) => {
        const omitted = new RegExp(`^export type ${name} = Omit<.*?, ('.*')>$`, 'm').exec(text)?.[1] ?? ''
        const there = verbs.filter((verb) => !omitted.includes(`'${verb}'`))
        return group === undefined ? [] : [[`${group}.${getter}`.toLowerCase(), there] as const]
      })
    }),
  )
}

describe('the clientset', () => {
  it.each(groups)('sends what client-go sends: %s', async (group) => {
    for (const line of lines.filter(({ of }) => of.startsWith(`${group}.`))) {
      if (absent(line) !== undefined) continue
      expect({ line: [line.of, line.call, line.input], ...(await sentBy(line)) }).toEqual({
        line: [line.of, line.call, line.input],
        ...facts(line, line),
      })
    }
  })

  it('has the verbs of each kind that client-go has', () => {
    const own = ownVerbs()
    const ofGo = new Map<string, string[]>()
    for (const { of, call, input } of lines) {
      if (input !== undefined || !verbs.includes(call) || /^(dynamic|metadata)/.test(of)) continue
      ofGo.set(of, [...(ofGo.get(of) ?? []), call])
    }
    expect(ofGo.size).toBeGreaterThan(150)
    for (const [of, calls] of ofGo) expect([of, own.get(of.toLowerCase())]).toEqual([of, calls.sort()])
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestServer, type TestServerOptions } from '@apimachinery/server/testing'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { isForbidden, isInvalid, isNotFound } from 'apimachinery/errors'
import { getNamespace, Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definitionOf } from './definition-of.js'

let folder = ''
const started: TestServer[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'given-'))
})
afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()))
  await rm(folder, { recursive: true })
})

async function start(options: TestServerOptions): Promise<TestServer> {
  const server = await TestServer.start(options)
  started.push(server)
  return server
}

async function fileOf(name: string, ...documents: (object | string)[]): Promise<string> {
  const path = join(folder, name)
  const texts = documents.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  await writeFile(path, texts.join('\n---\n'))
  return path
}

const widget = (name: string) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'default' },
})
const gadget = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g' } }
const definition = definitionOf('Widget')

describe('objects of custom resources', () => {
  it('are created with their definitions, from a path', async () => {
    const server = await start({ crds: [await fileOf('widget.yaml', definition)], objects: [widget('given')] })
    const found = server.client.resource(new GroupVersionResource('example.com', 'v1', 'widgets'))
    expect(await found.namespace('default').get('given')).toMatchObject({ metadata: { name: 'given' } })
  })

  it('are created by clients right after their definitions, without waiting for discovery', async () => {
    const server = await start({ crds: [definition], clock: new FakeClock() })
    const { client } = server
    await client.create(new Unstructured(widget('a')))
    await expect(client.create(new Unstructured(gadget))).rejects.toThrow('no matches for kind "Gadget"')
    await client.create(new Unstructured(definitionOf('Gadget', { scope: 'Cluster' })))
    await client.waitForResource(new GroupVersionResource('example.com', 'v1', 'gadgets'))
    expect(await client.create(new Unstructured(gadget))).toMatchObject({ metadata: { name: 'g' } })
  })

  it('have the scope of the definition of today: other clients are told', async () => {
    const server = await start({ crds: [definition], users: { bob: { groups: ['system:masters'] } } })
    const bob = server.as('bob')
    await bob.create(new Unstructured(widget('a')))
    await server.client.delete(new Unstructured(definition))
    const { client } = server
    const look = () => client.get(CustomResourceDefinition, { name: 'widgets.example.com' })
    await expect.poll(() => look().then(() => 'there', isNotFound), { timeout: 20_000 }).toBe(true)
    await client.create(new Unstructured(definitionOf('Widget', { scope: 'Cluster' })))
    await client.waitForResource(new GroupVersionResource('example.com', 'v1', 'widgets'))
    const cluster = { ...widget('b'), metadata: { name: 'b' } }
    expect(getNamespace(await bob.create(new Unstructured(cluster)))).toBe('')
  })
})

describe('a refused object', () => {
  it('is named with file and document, and keeps its reason', async () => {
    const bad = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'Not_A_Name', namespace: 'default' } }
    const good = { ...bad, metadata: { name: 'good', namespace: 'default' } }
    const path = await fileOf('maps.yaml', good, '# nothing', bad)
    const error = await start({ objects: [path] }).catch((each: unknown) => each)
    expect(error).toSatisfy(isInvalid)
    expect((error as Error).message).toContain(
      `objects: ${path}, document 3: ConfigMap "default/Not_A_Name" was refused: ConfigMap "Not_A_Name" is invalid: metadata.name`,
    )
  })

  it('is named with its index', async () => {
    const lost = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'none' } }
    const error = await start({ objects: [{ ...lost, metadata: { name: 'b', namespace: 'default' } }, lost] }).catch(
      (each: unknown) => each,
    )
    expect(error).toSatisfy(isNotFound)
    expect((error as Error).message).toBe('objects[1]: ConfigMap "none/a" was refused: namespaces "none" not found')
  })

  it('of an unknown kind is named, and so is a text that is not YAML', async () => {
    await expect(start({ objects: [gadget] })).rejects.toThrow(
      'objects[0]: Gadget "g" was refused: no matches for kind "Gadget" in version "example.com/v1"',
    )
    const path = await fileOf('broken.yaml', 'a: [')
    await expect(start({ crds: [path] })).rejects.toThrow(`crds: error parsing ${path}: `)
  })

  it('may be a definition: invalid, no definition, or with names that another one has', async () => {
    const path = await fileOf('crds.yaml', definition, { ...definition, spec: { ...definition.spec, group: 'other' } })
    await expect(start({ crds: [path] })).rejects.toThrow(
      `crds: ${path}, document 2: CustomResourceDefinition "widgets.example.com" was refused: `,
    )
    await expect(start({ crds: [gadget] })).rejects.toThrow('crds[0]: Gadget "g" is no CustomResourceDefinition')
    const same = definitionOf('Widget', { plural: 'others' })
    const both = [definition, { ...same, spec: { ...same.spec, names: { ...same.spec.names, kind: 'Widget' } } }]
    await expect(start({ crds: both })).rejects.toThrow(
      /^crds\[\d\]: CustomResourceDefinition ".*" is not served: .*Conflict: /,
    )
  })

  it('of a fork or another user is as the server said', async () => {
    const server = await start({ users: { alice: {} } })
    await expect(
      server.as('alice').create(new Unstructured({ ...gadget, apiVersion: 'v1', kind: 'Namespace' })),
    ).rejects.toSatisfy(isForbidden)
  })
})

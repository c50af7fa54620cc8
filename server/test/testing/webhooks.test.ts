import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, InProcessTransport } from '@apimachinery/client'
import { Manager } from '@apimachinery/client/controller'
import { TestServer, type TestServerOptions } from '@apimachinery/server/testing'
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from 'apimachinery/api/admissionregistration/v1'
import { addToScheme, ConfigMap, Secret } from 'apimachinery/api/core/v1'
import { isInvalid } from 'apimachinery/errors'
import { getName, Scheme } from 'apimachinery/runtime'
import { fieldPath, invalid } from 'apimachinery/validation'
import { conversionHandler, mutating, mutatingHandler, validating, validatingHandler } from 'apimachinery/webhook'
import { afterEach, describe, expect, it } from 'vitest'
import { addToScheme as addConversions } from '../../../examples/operator-crontab/conversion.js'
import { CronTab as CronTabV1 } from '../../../examples/operator-crontab/generated/v1/types.gen.js'
import { CronTab as CronTabV1beta1 } from '../../../examples/operator-crontab/generated/v1beta1/types.gen.js'

const started: { stop(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()))
})
async function start(options?: TestServerOptions): Promise<TestServer> {
  const server = await TestServer.start(options)
  started.push(server)
  return server
}

const nobody = async (): Promise<never> => {
  throw new Error('there is no server yet')
}

const scheme = new Scheme()
addToScheme(scheme)
const map = (name: string, data: Record<string, string> = {}): ConfigMap =>
  new ConfigMap({ metadata: { name, namespace: 'default' }, data })

const noRed = validatingHandler(
  scheme,
  validating(ConfigMap, {
    create: ({ data }) => (data?.color === 'red' ? [invalid(fieldPath('data', 'color'), 'red', 'is too loud')] : []),
  }),
)
const painted = mutatingHandler(
  scheme,
  mutating(ConfigMap, {
    create(object) {
      object.data = { color: 'blue', ...object.data }
    },
  }),
)

const crds = [fileURLToPath(new URL('../../../examples/operator-crontab/generated/crds', import.meta.url))]
const cronTabs = new Scheme()
addConversions(cronTabs)
const oldCronTab = (name: string): CronTabV1beta1 =>
  new CronTabV1beta1({ metadata: { name, namespace: 'default' }, spec: { cronSpec: '1 2 3 4 5', image: 'busybox' } })

describe('webhooks of a test server', () => {
  it('are the handlers of a manager that exists before it, with configurations made for them', async () => {
    const manager = new Manager({ client: Client.from({ transport: new InProcessTransport(nobody) }) })
    manager.webhooks.register('/validate', noRed).register('/mutate', painted)
    const server = await start({ webhooks: manager.webhooks })
    expect((await server.client.create(map('plain'))).data).toEqual({ color: 'blue' })
    const refused = server.client.create(map('loud', { color: 'red' }))
    await expect(refused).rejects.toSatisfy(isInvalid)
    await expect(refused).rejects.toThrow(
      'admission webhook "validate.webhooks-in-process.test" denied the request: ConfigMap "loud" is invalid: ' +
        'data.color: Invalid value: "red": is too loud',
    )
  })

  it('are the handlers of a manager that is made with its client', async () => {
    const server = await start({ crds })
    const manager = new Manager({ client: server.client })
    manager.webhooks.register('/convert', conversionHandler(cronTabs)).register('/validate', noRed)
    await server.useWebhooks(manager.webhooks)
    await server.client.create(oldCronTab('a'))
    const { spec } = await server.client.get(CronTabV1, { namespace: 'default', name: 'a' })
    expect(spec.schedule).toEqual({ minute: '1', hour: '2', dayOfMonth: '3', month: '4', dayOfWeek: '5' })
    await expect(server.client.create(map('loud', { color: 'red' }))).rejects.toSatisfy(isInvalid)
    await server.client.create(map('later'))
    await server.client.update(map('later', { color: 'red' }))
  })

  it('reports handlers of a manager that nothing serves', async () => {
    const server = await start()
    const problems: unknown[] = []
    const run = async (manager: Manager): Promise<void> => {
      const stop = new AbortController()
      const running = manager.run(stop.signal)
      await manager.settled()
      stop.abort()
      await running
    }
    const options = { client: server.client, onError: (error: unknown) => problems.push(error) }
    const unserved = new Manager(options)
    unserved.webhooks.register('/validate', noRed)
    await run(unserved)
    expect(problems).toMatchObject([{ code: 'NoWebhookServer' }])
    const served = new Manager(options)
    served.webhooks.register('/validate', noRed)
    await server.useWebhooks(served.webhooks)
    await run(served)
    await run(new Manager(options))
    expect(problems).toHaveLength(1)
  })

  it('take their configurations from files, beside which other handlers get theirs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'webhooks-'))
    const file = join(folder, 'webhooks.yaml')
    const yaml = `
      apiVersion: v1
      kind: Service
      metadata: { name: hooks, namespace: system }
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingWebhookConfiguration
      metadata: { name: rules }
      webhooks:
      - name: colors.example.com
        clientConfig: { caBundle: Cg==, service: { name: hooks, namespace: system, path: /colors } }
        rules: [{ apiGroups: [''], apiVersions: [v1], operations: [UPDATE], resources: [configmaps] }]
        sideEffects: None
        admissionReviewVersions: [v1]
    `
    await writeFile(file, yaml.replaceAll(/^ {6}/gm, ''))
    try {
      const seen: string[] = []
      const colors = validatingHandler(scheme, ({ operation }) => void seen.push(operation))
      const server = await start({ webhooks: { '/colors': colors, '/mutate': painted }, webhookConfigurations: [file] })
      await server.client.create(map('a'))
      expect(seen).toEqual([])
      await server.client.update(map('a', { color: 'green' }))
      expect(seen).toEqual(['UPDATE'])
      expect((await server.client.resource(ValidatingWebhookConfiguration).list()).items.map(getName)).toEqual([
        'rules',
      ])
      expect((await server.client.resource(MutatingWebhookConfiguration).list()).items.map(getName)).toEqual([
        'webhooks-in-process',
      ])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('are those of a fork, of a restored server, and of each server of a fixture', async () => {
    const server = await start({ webhooks: { '/mutate': painted } })
    const fork = await server.fork()
    started.push(fork)
    expect((await fork.client.create(map('a'))).data).toEqual({ color: 'blue' })
    const snapshot = server.snapshot()
    await server.restore(snapshot)
    expect((await server.client.create(map('a'))).data).toEqual({ color: 'blue' })
    const other = await TestServer.from(snapshot, { webhooks: { '/mutate': painted } })
    started.push(other)
    expect((await other.client.create(map('a'))).data).toEqual({ color: 'blue' })
  })

  it('see objects that the options name, and are refused where their kinds are unknown', async () => {
    const server = await start({ webhooks: { '/mutate': painted }, objects: [map('given')] })
    expect((await server.client.get(ConfigMap, { namespace: 'default', name: 'given' })).data).toEqual({
      color: 'blue',
    })
    const forAll = validatingHandler(scheme, () => [])
    const unknown =
      'webhooks: the handler at /all does not say for which kinds it is: name its rules with webhookConfigurations'
    await expect(start({ webhooks: { '/all': forAll } })).rejects.toThrow(unknown)
    await expect(start({ webhooks: { '/all': async () => new Response() } })).rejects.toThrow(unknown)
    await expect(start({ webhooks: { '/mutate': painted }, webhookConfigurations: [map('none')] })).rejects.toThrow(
      'webhookConfigurations: no configurations of webhooks were found',
    )
  })

  it('answer a thrown error with its message, and time out', async () => {
    const config = (path: string, name: string) => ({
      name: `${name}.example.com`,
      clientConfig: { url: `https://hooks.example.com${path}` },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: [name] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      timeoutSeconds: 1,
    })
    const webhooks = {
      '/throws': async () => {
        throw new Error('no database')
      },
      '/hangs': () => new Promise<Response>(() => undefined),
    }
    const configuration = new ValidatingWebhookConfiguration({
      metadata: { name: 'odd' },
      webhooks: [config('/throws', 'configmaps'), config('/hangs', 'secrets')],
    })
    const server = await start({ webhooks, webhookConfigurations: [configuration] })
    await expect(server.client.create(map('a'))).rejects.toThrow('no database')
    const secret = new Secret({ metadata: { name: 'a', namespace: 'default' } })
    await expect(server.client.create(secret)).rejects.toThrow(
      'failed calling webhook "secrets.example.com": failed to call webhook: ' +
        'Post "https://hooks.example.com/hangs?timeout=1s": context deadline exceeded',
    )
  })
})

import { ConfigMap, Namespace, Secret } from 'apimachinery/api/core/v1'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { ChannelSource } from '../../src/controller/channel-source.js'
import { Controller } from '../../src/controller/controller.js'
import { Manager, type ManagerOptions } from '../../src/controller/manager.js'
import { TerminalError } from '../../src/controller/terminal-error.js'
import type { Logger } from '../../src/logging/logger.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let client: Client
const namespace = 'logged'
const written = { lines: [] as string[], restore: () => undefined as unknown }
beforeAll(async () => {
  server = await startAPIServer()
  client = await server.client('in process')
  await client.create(new Namespace({ metadata: { name: namespace } }))
  await client.create(new ConfigMap({ metadata: { name: 'a', namespace } }))
})
afterAll(() => server?.stop())
beforeEach(() => {
  written.lines = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => void written.lines.push(String(line)))
  written.restore = () => spy.mockRestore()
})
afterEach(() => written.restore())

const newManager = (options: Partial<ManagerOptions> = {}): Manager =>
  new Manager({ client, cache: { namespaces: [namespace] }, ...options })
const isA = ({ object }: { object: ConfigMap }): boolean => object.metadata?.name === 'a'

async function runUntil(manager: Manager, done: () => boolean): Promise<void> {
  const stop = new AbortController()
  const run = manager.run(stop.signal)
  await expect.poll(done, { timeout: 20_000 }).toBe(true)
  stop.abort()
  await run
}

describe('the log of a manager', () => {
  it('has the errors of reconcilers with controller and key, on standard error without any option', async () => {
    const manager = newManager()
    let failed = false
    manager
      .controller(ConfigMap, { name: 'first' })
      .when(isA)
      .reconcile(async () => {
        if (failed) return
        failed = true
        throw new Error('it broke')
      })
    await runUntil(manager, () => written.lines.some((line) => line.startsWith('E')))
    expect(written.lines.find((line) => line.startsWith('I'))).toMatch(/"Starting Controller" controller="first"/)
    expect(written.lines.find((line) => line.startsWith('E'))).toMatch(
      /\] "Reconciler error" controller="first" namespace="logged" name="a" err="it broke"\n/,
    )
  })

  it('has them also when onError is given, to the manager, to its controllers or to one of them', async () => {
    const told: string[] = []
    const manager = newManager({
      onError: () => told.push('manager'),
      controllers: { onError: () => told.push('controllers') },
    })
    manager
      .controller(ConfigMap, { name: 'shared' })
      .when(isA)
      .reconcile(async () => {
        throw new TerminalError('no way')
      })
    manager
      .controller(ConfigMap, { name: 'own', onError: () => told.push('own') })
      .when(isA)
      .reconcile(async () => {
        throw new TerminalError('no way')
      })
    await runUntil(manager, () => told.length >= 4)
    expect(told.sort()).toEqual(['controllers', 'manager', 'manager', 'own'])
    const errors = written.lines.filter((line) => line.startsWith('E'))
    expect(errors).toHaveLength(2)
    for (const line of errors) expect(line).toContain('terminal=true err="no way"')
  })

  it('has them for controllers that were made without a builder', async () => {
    const manager = newManager()
    const source = new ChannelSource<ConfigMap>()
    manager.addController(
      new Controller({
        name: 'by hand',
        sources: [source],
        reconcile: async () => {
          throw new TerminalError('never')
        },
      }),
    )
    await source.send(new ConfigMap({ metadata: { name: 'x', namespace } }))
    await runUntil(manager, () => written.lines.some((line) => line.startsWith('E')))
    expect(written.lines.find((line) => line.startsWith('E'))).toContain('controller="by hand" namespace="logged"')
  })

  it('has errors of event sources', async () => {
    const manager = newManager()
    manager
      .controller(Secret)
      .watches(ConfigMap, () => Promise.reject(new TypeError('no such field')))
      .reconcile(async () => undefined)
    await runUntil(manager, () => written.lines.some((line) => line.startsWith('E')))
    expect(written.lines.find((line) => line.startsWith('E'))).toMatch(
      /"Failed to find the keys of an event" controller="secret" err="no such field"/,
    )
  })

  it('goes to another logger, or nowhere', async () => {
    const messages: unknown[][] = []
    const at =
      (level: string) =>
      (facts: object, message: string): void =>
        void messages.push([level, message, facts])
    const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
    const error = new TerminalError('never')
    for (const option of [logger, false] as const) {
      const manager = newManager({ logger: option })
      let runs = 0
      manager
        .controller(ConfigMap)
        .when(isA)
        .reconcile(async () => {
          runs++
          throw error
        })
      await runUntil(manager, () => runs > 0)
    }
    expect(messages).toEqual([
      ['info', 'Starting Controller', { controller: 'configmap' }],
      ['error', 'Reconciler error', { controller: 'configmap', namespace, name: 'a', terminal: true, error }],
    ])
    expect(written.lines).toEqual([])
  })
})

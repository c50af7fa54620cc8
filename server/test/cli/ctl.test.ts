import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verbs } from '../../src/cli/ctl/ctl-verbs.js'
import { runCtl } from '../../src/cli/ctl/run-ctl.js'
import { ControlServer } from '../../src/control/control-server.js'
import { operations } from '../../src/control/operations.js'

let server: ControlServer
beforeAll(async () => {
  server = await ControlServer.start({ port: 0, token: 'secret' })
})
afterAll(() => server.stop())

const ctl = (...args: string[]) =>
  runCtl(args, { APIMACHINERY_CONTROL: server.url, APIMACHINERY_CONTROL_TOKEN: 'secret' })

describe('apimachinery-server ctl', () => {
  it('has a verb for each operation', () => {
    const places = (each: { readonly method: string; readonly path: string }) => `${each.method} ${each.path}`
    expect([...new Set(verbs.map(places))].sort()).toEqual(operations.map(places).sort())
  })

  it('makes, shows, forks and deletes clusters', async () => {
    expect(await ctl('clusters', 'create', '--name=one', '--now=2030-01-01T00:00:00Z', '--no-running')).toBe('one\n')
    expect(await ctl('kubeconfig', 'one')).toContain('/clusters/one')
    expect(await ctl('clock', 'step', 'one', '--by=1m30s')).toContain('now: 2030-01-01T00:01:30.000Z')
    expect(await ctl('faults', 'add', 'one', '--verb=get,list', '--status=503', '--latency=2s')).toBe('1\n')
    expect(JSON.parse(await ctl('faults', 'get', 'one', '1', '-o', 'json'))).toMatchObject({
      verb: ['get', 'list'],
      status: 503,
      latency: 2000,
    })
    expect(await ctl('requests', 'count', 'one', '--resource=pods')).toBe('0\n')
    expect(await ctl('clusters', 'create', 'two', '--from-cluster=one')).toBe('two\n')
    expect(await ctl('clock', 'step', 'two', '30s')).toContain('now: 2030-01-01T00:02:00.000Z')
    expect(await ctl('snapshots', 'take', 'two', 'kept')).toBe('kept\n')
    expect(await ctl('clusters', 'restore', 'two', 'kept')).toBe('two\n')
    expect(await ctl('snapshots', 'delete', 'kept')).toBe('')
    expect(await ctl('clusters', 'list')).toBe('one\ntwo\n')
    expect(await ctl('clusters', 'delete-all')).toBe('')
  })

  it.each([
    [['clusters', 'get', 'none'], 'clusters.apimachinery.dev "none" not found'],
    [['clusters', 'get'], 'ctl clusters get takes CLUSTER'],
    [['clock', 'step', 'one', '1s', '2s'], 'ctl clock step takes CLUSTER [BY]'],
    [['clusters', 'create', 'a', '--name=b'], '--name is given as an argument, too'],
    [['clusters', 'create', 'a', '--users=@/no/file'], '--users: ENOENT'],
    [['clusters', 'create', 'a', '--nodes=@/no/file'], '--nodes: ENOENT'],
    [['clusters', 'paint'], 'ctl has no verb "clusters paint"'],
    [['clock', 'step', 'one', '--by=soon'], '--by'],
    [['clusters', 'create', '--colour=red'], '--colour'],
    [['clusters', 'list', '-o', 'xml'], '--output: xml is neither text nor json'],
  ])('%j says what is wrong', async (args, message) => {
    await expect(ctl(...args)).rejects.toThrow(message)
  })

  it('needs a server and a token', async () => {
    await expect(runCtl(['info'], {})).rejects.toThrow('APIMACHINERY_CONTROL must name the control API')
    await expect(runCtl(['info', '--server', server.url], {})).rejects.toThrow('must give the token')
  })

  it('shows its verbs, and the flags of one', async () => {
    expect(await ctl('--help')).toContain('snapshots take')
    expect(await ctl('clock', 'run', '--help')).toContain('--timeout duration')
  })
})

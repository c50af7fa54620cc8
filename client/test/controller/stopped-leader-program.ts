/**
 * A leader for `stopped-leader.test.ts`, in a process that is stopped and continued. It reads where its server is from standard input, and
 * writes what happens to standard output, one JSON object in each line.
 */
import { createInterface } from 'node:readline'
import { Client } from '@apimachinery/client'
import { Manager } from '@apimachinery/client/controller'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { sleep } from 'apimachinery/wait'

/** What the program is told. */
export interface StoppedLeaderInput {
  readonly host: string
  readonly ca: string
  readonly token: string
}

const say = (event: string, facts: object = {}): void => void console.log(JSON.stringify({ event, ...facts }))
const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error)
/** Long enough that the program is idle when it is stopped. */
const pause = 400

const { value: line } = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next()
const { host, ca, token } = JSON.parse(String(line)) as StoppedLeaderInput
const tls = { caData: new TextEncoder().encode(ca) }
const client = await Client.connect({ config: { host, tls, bearerToken: token } })
const leaderElection = {
  name: 'stopped-leader',
  namespace: 'default',
  identity: 'child',
  leaseDuration: 8000,
  renewDeadline: 6000,
  retryPeriod: 500,
}
const manager = new Manager({ client, leaderElection, logger: false })
const write = (by: Client, way: string): Promise<string> =>
  by
    .resource(ConfigMap)
    .namespace('default')
    .patch('written', { type: PatchType.Merge, body: { data: { [way]: String(performance.now()) } } })
    .then(() => 'written', codeOf)

manager.controller(ConfigMap).reconcile(async ({ key }) => {
  if (key.name !== 'written') return {}
  say('run')
  return { requeueAfter: pause }
})

manager.controller(ConfigMap, { name: 'long' }).reconcile(async (context) => {
  if (context.key.name !== 'long') return
  const { signal } = context
  while (!signal.aborted) {
    await sleep(pause)
    const captured = signal.aborted
    const answer = await write(context.client, 'run')
    say('long', { answer, captured, fresh: context.signal.aborted })
    if (answer === 'NotLeader') return
  }
})

manager.add({
  async start(signal) {
    while (!signal.aborted) {
      await sleep(pause)
      const answer = await write(manager.client, 'runnable')
      say('runnable', { answer })
      if (answer === 'NotLeader') return
    }
  },
})

say('pid', { pid: process.pid })
const ended = await manager.run(new AbortController().signal).then(() => 'ended', codeOf)
say('end', { code: ended, later: await write(manager.client, 'later') })
await client.close()

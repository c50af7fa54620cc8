import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleRequests } from './sample-apiserver/requests.js'
import type { SampleRequest } from './sample-apiserver/sample-request.js'
import { sendRequest } from './sample-apiserver/send-request.js'
import { LastSeen, type ShownAnswer } from './sample-apiserver/shown-answer.js'
import { startWardleServer, token } from './sample-apiserver/wardle-server.js'
import { sortManagers } from './sort-managers.js'

const recorded = join(import.meta.dirname, 'sample-apiserver/answers.json.gz')
const answers = JSON.parse(gunzipSync(readFileSync(recorded)).toString('utf8')) as readonly ShownAnswer[]
const server = await startWardleServer()
const agent = new Agent({ keepAlive: true })
const seen = new LastSeen()
let url = ''
beforeAll(async () => {
  const { port } = await server.generic.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  agent.destroy()
  await server.stop()
})

it('there is an answer to each request', () => expect(answers.length).toBe(sampleRequests.length))

/** Answers were recorded in the order of the seconds of then. */
function sorted(answer: ShownAnswer | undefined): ShownAnswer | undefined {
  return answer && { ...answer, body: sortManagers(answer.body) }
}

/** Watches end after a second: consecutive ones are sent at once. */
const watching = new Map<number, Promise<ShownAnswer>>()

function answerTo(index: number): Promise<ShownAnswer> {
  const send = (at: number) => {
    const target = { url, agent, headers: { authorization: `Bearer ${token}` } }
    return sendRequest(target, sampleRequests[at] as SampleRequest, seen)
  }
  for (let at = index; isWatch(sampleRequests[at]) && !watching.has(at); at++) watching.set(at, send(at))
  return watching.get(index) ?? send(index)
}

function isWatch(request: SampleRequest | undefined): boolean {
  return request?.path.includes('timeoutSeconds=1') ?? false
}

it.each(sampleRequests.map((request, index) => ({ request, index })))(
  '$index $request.method $request.path',
  async ({ index }) => {
    expect(await answerTo(index)).toEqual(sorted(answers[index]))
  },
)

import { newForbidden } from 'apimachinery/errors'
import { addToGroupVersion, Status } from 'apimachinery/meta/v1'
import { Scheme } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { GroupVersion } from 'apimachinery/schema'
import { describe, expect, test } from 'vitest'
import { statusErrorWriter } from '../../src/endpoints/error-writer.js'
import { handleInProcess } from '../../src/serving/in-process.js'
import { identified } from '../request/identified.js'

const forbidden = newForbidden({ group: '', resource: 'pods' }, 'p', new Error('no'))
const message = 'pods "p" is forbidden: no'

describe('errors of filters', () => {
  test.each(['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'])(
    'are statuses in %s where it is asked for',
    async (accept) => {
      const write = statusErrorWriter()
      const handler = identified(async (request, response) => write(request, response, forbidden))
      const answer = await handleInProcess(handler, { method: 'GET', path: '/api/v1/pods/p', headers: { accept } })
      expect([answer.status, answer.headers['content-type']]).toEqual([403, accept])
      const scheme = new Scheme()
      addToGroupVersion(scheme, new GroupVersion('', 'v1'))
      const { object } = new CodecFactory(scheme)
        .universalDeserializer()
        .decode(answer.body as Uint8Array, { into: Status })
      expect(object).toMatchObject({ code: 403, reason: 'Forbidden', message })
    },
  )

  test('that cannot be written are reported', async () => {
    const reported: unknown[] = []
    const write = statusErrorWriter((error) => reported.push(error))
    const broken = new Error('broken')
    const handler = identified(async (request, response) => {
      const failing = Object.assign(Object.create(response), {
        writeHead() {
          throw broken
        },
      })
      write(request, failing, forbidden)
      await expect.poll(() => reported).toEqual([broken])
      response.writeHead(200)
      response.end()
    })
    expect((await handleInProcess(handler, { method: 'GET', path: '/', headers: {} })).status).toBe(200)
  })
})

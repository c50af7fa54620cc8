import { TestServer } from '@apimachinery/server/testing'
import { SelfSubjectReview } from 'apimachinery/api/authentication/v1'
import { Secret } from 'apimachinery/api/core/v1'
import { isForbidden } from 'apimachinery/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Loopback } from '../../src/server/loopback.js'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.stop())

describe('a client of the loopback that acts as a user', () => {
  const user = { name: 'system:serviceaccount:kube-system:job-controller', groups: ['system:serviceaccounts'] }

  it('is that user, with the rights of that user', async () => {
    const client = server.api.client({ user })
    const { status } = await client.create(new SelfSubjectReview({}))
    expect(status?.userInfo).toMatchObject({
      username: user.name,
      groups: ['system:serviceaccounts', 'system:authenticated'],
    })
    const refused = client.resource(Secret).namespace('default').list()
    await expect(refused.catch((error: unknown) => isForbidden(error))).resolves.toBe(true)
    await client.close()
  })

  it('has a token that nobody else has: names of users, and tokens of other servers, are none', async () => {
    const loopback = new Loopback()
    for (const token of [user.name, '', server.api.loopbackToken])
      expect(await loopback.authenticateToken(token)).toBeUndefined()
  })
})

import { expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'

it('a server is not started with a mode of authorization that is unknown', async () => {
  await expect(APIServer.start({ groups: [], authorizationModes: ['Nope' as never] })).rejects.toMatchObject({
    code: 'InvalidValue',
    message: 'unknown authorization mode Nope specified',
  })
})

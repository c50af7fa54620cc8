import { Endpoints, Service } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { expect, it } from 'vitest'
import { startInProcess } from './in-process.js'

it.each([
  ['1.35', true],
  ['1.36', true],
  ['1.37', false],
])('the Endpoints of a deleted service go with it in some releases: %s', async (release, gone) => {
  const { server, client } = await startInProcess({ release })
  const metadata = { name: 'a', namespace: 'default' }
  const endpoints = () => client.get(Endpoints, { name: 'a', namespace: 'default' })
  await client.create(
    new Endpoints({ metadata, subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] }),
  )
  await client.create(new Service({ metadata, spec: { ports: [{ port: 80 }] } }))
  const services = client.resource(Service).namespace('default')
  await services.delete('a', { dryRun: ['All'] })
  expect((await endpoints()).metadata?.name).toBe('a')
  await services.delete('a')
  if (gone) await expect(endpoints()).rejects.toSatisfy(isNotFound)
  else expect((await endpoints()).metadata?.name).toBe('a')
  // A service without any can be deleted as well.
  await client.create(new Service({ metadata: { name: 'b', namespace: 'default' }, spec: { ports: [{ port: 80 }] } }))
  await services.delete('b')
  await server.stop()
})

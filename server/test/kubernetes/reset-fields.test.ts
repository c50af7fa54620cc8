import { ServiceCIDR } from 'apimachinery/api/networking/v1'
import { expect, it } from 'vitest'
import { startInProcess } from './in-process.js'

it.each([
  ['1.35', true],
  ['1.36', false],
  ['1.37', false],
])('who writes the status of a ServiceCIDR owns labels in early releases alone: %s', async (release, owned) => {
  const { server, client } = await startInProcess({ release })
  const created = await client.create(new ServiceCIDR({ metadata: { name: 'a' }, spec: { cidrs: ['10.77.0.0/24'] } }))
  created.metadata = { ...created.metadata, labels: { by: 'status' } }
  created.status = {
    conditions: [
      { type: 'Ready', status: 'True', reason: 'R', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ],
  }
  const { metadata } = await client.resource(ServiceCIDR).updateStatus(created)
  expect(metadata?.labels).toBeUndefined()
  const entry = metadata?.managedFields?.find(({ subresource }) => subresource === 'status')
  expect(JSON.stringify(entry?.fieldsV1)).toContain('f:status')
  expect(JSON.stringify(entry?.fieldsV1).includes('f:by')).toBe(owned)
  await server.stop()
})

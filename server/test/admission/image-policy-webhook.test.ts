import { Pod } from 'apimachinery/api/core/v1'
import type { ImageReviewSpec } from 'apimachinery/api/imagepolicy/v1alpha1'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../src/testing/index.js'

let server: TestServer
const asked: ImageReviewSpec[] = []
let broken = false

beforeAll(async () => {
  server = await TestServer.start({
    admissionPlugins: { enable: ['ImagePolicyWebhook'] },
    imagePolicy: {
      async review(spec) {
        asked.push(spec)
        if (broken) throw new Error('webhook answered with status 503')
        const allowed = spec.containers?.every(({ image }) => image?.startsWith('good/')) === true
        return allowed ? { allowed } : { allowed, reason: 'only good images' }
      },
      clock: { now: () => 0 },
      allowSeconds: 60,
      denySeconds: 60,
      defaultAllow: false,
    },
  })
})
afterAll(() => server.stop())

function create(image: string, annotations: Record<string, string> = {}): Promise<Pod> {
  const metadata = { name: 'p', namespace: 'default', annotations }
  return server.client.create(new Pod({ metadata, spec: { containers: [{ name: 'c', image }] } }), { dryRun: ['All'] })
}

it('ImagePolicyWebhook asks once for the same images, with the annotations that are for it', async () => {
  const annotations = { 'ticket.image-policy.k8s.io/id': '7', other: 'x' }
  await create('good/a', annotations)
  await create('good/a', annotations)
  const spec = {
    containers: [{ image: 'good/a' }],
    annotations: { 'ticket.image-policy.k8s.io/id': '7' },
    namespace: 'default',
  }
  expect(asked).toEqual([spec])
  await expect(create('bad/a')).rejects.toThrow(
    'pods "p" is forbidden: image policy webhook backend denied one or more images: only good images',
  )
})

it('ImagePolicyWebhook rejects pods while the webhook does not respond', async () => {
  broken = true
  await expect(create('good/b')).rejects.toThrow('pods "p" is forbidden: webhook answered with status 503')
})

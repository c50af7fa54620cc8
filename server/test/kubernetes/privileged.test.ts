import { Deployment } from 'apimachinery/api/apps/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { afterEach, describe, expect, it } from 'vitest'
import { type InProcess, startInProcess } from './in-process.js'

let running: InProcess
afterEach(() => running.server.stop())

const spec = { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] }
const pod = () => new Pod({ metadata: { name: 'p', namespace: 'default' }, spec })
const deployment = () =>
  new Deployment({
    metadata: { name: 'd', namespace: 'default' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec },
    },
  })

describe('privileged containers', () => {
  it('are refused where they are not allowed, in pods and templates', async () => {
    running = await startInProcess({ allowPrivileged: false })
    await expect(running.client.create(pod())).rejects.toThrow(
      'Pod "p" is invalid: spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy',
    )
    await expect(running.client.create(deployment())).rejects.toThrow(
      'spec.template.spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy',
    )
  })

  it('are accepted by default', async () => {
    running = await startInProcess({})
    await running.client.create(pod())
    await running.client.create(deployment())
  })
})

import { TokenRequest } from 'apimachinery/api/authentication/v1'
import { Scale } from 'apimachinery/api/autoscaling/v1'
import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { AppsV1Client } from '../../src/clientset/apps-v1.gen.js'
import { Clientset } from '../../src/clientset/clientset.gen.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'

const seen: { method: string; path: string; body: unknown }[] = []
let answer: object
const transport = new InProcessTransport(async ({ method, path, body }) => {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : ''
  seen.push({ method, path, body: text === '' ? undefined : JSON.parse(text) })
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(answer)),
  }
})
const clientset = new Clientset(Client.from({ transport }))
beforeEach(() => {
  seen.length = 0
})

describe('the clientset', () => {
  it('has the shape of client-go', async () => {
    answer = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 2 } }
    const web = await clientset.appsV1().deployments('prod').get('web')
    expect(web.spec.replicas).toBe(2)
    answer = { apiVersion: 'v1', kind: 'NodeList', items: [] }
    await clientset.coreV1().nodes().list({ labelSelector: 'a=b' })
    answer = { apiVersion: 'v1', kind: 'PodList', items: [] }
    await clientset.coreV1().pods('').list()
    expect(seen.map(({ path }) => path)).toEqual([
      '/apis/apps/v1/namespaces/prod/deployments/web',
      '/api/v1/nodes?labelSelector=a%3Db',
      '/api/v1/pods',
    ])
  })

  it('has what some kinds can do more', async () => {
    answer = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: 3 } }
    const deployments = new AppsV1Client(clientset.client).deployments('prod')
    const scale = await deployments.getScale('web')
    expect(scale).toBeInstanceOf(Scale)
    scale.spec = { replicas: 5 }
    await deployments.updateScale('web', scale)
    answer = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: [] },
      status: { token: 't', expirationTimestamp: null },
    }
    const token = await clientset
      .coreV1()
      .serviceAccounts('prod')
      .createToken('bot', new TokenRequest({ spec: { audiences: [] } }))
    expect(token.status?.token).toBe('t')
    answer = { kind: 'Status', apiVersion: 'v1', status: 'Success' }
    await clientset.coreV1().pods('prod').evict('web-0')
    await clientset.coreV1().pods('prod').proxy('web-0', '/healthz', { port: 8080 }).do()
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /apis/apps/v1/namespaces/prod/deployments/web/scale',
      'PUT /apis/apps/v1/namespaces/prod/deployments/web/scale',
      'POST /api/v1/namespaces/prod/serviceaccounts/bot/token',
      'POST /api/v1/namespaces/prod/pods/web-0/eviction',
      'GET /api/v1/namespaces/prod/pods/web-0:8080/proxy/healthz',
    ])
    expect(seen[1]?.body).toMatchObject({ kind: 'Scale', spec: { replicas: 5 } })
  })

  it('approves certificate signing requests', async () => {
    answer = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'c' },
      spec: { request: '', signerName: 's', usages: [] },
    }
    const approved = await clientset.certificatesV1().certificateSigningRequests().approve('c', { message: 'fine' })
    expect(approved).toBeInstanceOf(CertificateSigningRequest)
    expect(seen[1]).toMatchObject({
      method: 'PUT',
      path: '/apis/certificates.k8s.io/v1/certificatesigningrequests/c/approval',
      body: {
        status: { conditions: [{ type: 'Approved', status: 'True', reason: 'KubectlApprove', message: 'fine' }] },
      },
    })
  })

  it('leaves out what a kind does not have', () => {
    // @ts-expect-error a review can be created only
    void clientset.authorizationV1().selfSubjectAccessReviews().get
    // @ts-expect-error config maps have no status
    void clientset.coreV1().configMaps('a').updateStatus
    expect(new Pod().kind).toBe('Pod')
  })
})

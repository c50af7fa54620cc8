import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'

let server: APIServer

beforeAll(async () => {
  server = await APIServer.start({
    admissionPlugins: { disable: ['ServiceAccount'] },
    serviceAccounts: { issuers: ['https://kubernetes.default.svc'] },
  })
  await server.ready()
})

afterAll(() => server.stop())

async function answer(path: string, { accept = 'application/json', ...init }: RequestInit & { accept?: string } = {}) {
  const headers = { authorization: `Bearer ${server.loopbackToken}`, accept }
  const response = await server.generic.fetch(new Request(`https://localhost${path}`, { ...init, headers }))
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const kindOf = ({ text }: { readonly text: string }): unknown => JSON.parse(text).kind

// Recorded from a server over k8s.io/apiextensions-apiserver v0.36.3. Sources: `director.ServeHTTP` and `PathRecorderMux` of
// k8s.io/apiserver, `tokenizePath` of go-restful, which trims slashes at the ends and skips no empty segment.
describe('slashes', () => {
  it.each([
    ['/apis/apps/v1//', 'APIResourceList'],
    ['/apis/apiextensions.k8s.io/v1///', 'APIResourceList'],
    ['/api/v1//', 'APIResourceList'],
    ['/apis/apps//', 'APIGroup'],
    ['/api/v1/namespaces//', 'NamespaceList'],
    ['/api/v1/namespaces/default//', 'Namespace'],
    ['/api/v1/namespaces//pods', 'PodList'],
  ])('%s is as without those at the end', async (path, kind) => {
    const answered = await answer(path)
    expect([answered.status, kindOf(answered)]).toEqual([200, kind])
  })

  it.each([
    '/api/v1//namespaces',
    '/api/v1//namespaces/default',
    '/api//v1/namespaces',
    '/apis/apps//v1/deployments',
    '/apis/apps/v1//deployments',
    '/version//x',
  ])('%s has an empty segment that no route has', async (path) => {
    const answered = await answer(path)
    expect([answered.status, kindOf(answered)]).toEqual([404, 'Status'])
  })

  it.each([
    '//api',
    '//apis',
    '/apis//',
    '/apis//apps',
    '/apis//apps/v1/deployments',
    '/healthz/',
    '/livez//',
    '/readyz/',
    '/healthz/ping/',
    '/metrics/',
    '/openapi/v2/',
  ])('%s is no path of any handler', async (path) => {
    const missing = { status: 404, type: 'text/plain; charset=utf-8', text: '404 page not found\n' }
    expect(await answer(path)).toEqual(missing)
  })

  it.each(['/version', '/.well-known/openid-configuration', '/openid/v1/jwks'])(
    'may be at the end of %s, and nothing else',
    async (path) => {
      const accept = '*/*'
      const document = await answer(path, { accept })
      expect(document.status).toBe(200)
      for (const end of ['/', '//']) expect(await answer(path + end, { accept })).toEqual(document)
      const below = await answer(`${path}/x`, { accept })
      expect([below.status, kindOf(below)]).toEqual([404, 'Status'])
    },
  )

  it('an empty name is not deleted', async () => {
    const answered = await answer('/apis/apiextensions.k8s.io/v1/customresourcedefinitions//status', {
      method: 'DELETE',
    })
    expect(answered.status).toBe(405)
  })
})

// Source: `handleGroupVersion` of k8s.io/kube-aggregator/pkg/controllers/openapiv3/aggregator.
it.each(['/openapi/v3/', '/openapi/v3/apis/none/v1', '/openapi/v3/apis/apps/v1/'])(
  '%s is not found, without a body',
  async (path) => {
    expect(await answer(path)).toEqual({ status: 404, type: null, text: '' })
  },
)

// Sources: `StatusREST.ConvertToTable` of pkg/registry of Kubernetes, which the `StatusREST` of apiextensions-apiserver and
// kube-aggregator, and `EphemeralContainersREST`, `ApprovalREST` and `FinalizeREST` of Kubernetes do not have.
describe('tables of subresources', () => {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'

  it.each([
    ['/api/v1/namespaces/default/status', 200],
    ['/api/v1/namespaces/default/services/kubernetes/status', 200],
    ['/apis/apiregistration.k8s.io/v1/apiservices/v1.apps', 200],
    ['/apis/apiregistration.k8s.io/v1/apiservices/v1.apps/status', 406],
    ['/apis/apiextensions.k8s.io/v1/customresourcedefinitions/none/status', 406],
    ['/api/v1/namespaces/default/pods/none/ephemeralcontainers', 406],
    ['/apis/certificates.k8s.io/v1/certificatesigningrequests/none/approval', 406],
  ])('%s: %i', async (path, status) => {
    expect((await answer(path, { accept })).status).toBe(status)
  })
})

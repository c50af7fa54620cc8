import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// The published vulnerabilities of Kubernetes that can be tried in one process. server/docs/security.md lists all, with their tests.

const crd = (plural: string, kind: string, scope: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    scope,
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
})
const role = (name: string, rules: object[]) => [
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
  },
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({
    crds: [crd('widgets', 'Widget', 'Namespaced'), crd('globals', 'Global', 'Cluster')] as never,
    users: { widgets: {}, local: {} },
    objects: [
      ...role('widgets', [{ apiGroups: ['example.com'], resources: ['widgets'], verbs: ['*'] }]),
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { name: 'local', namespace: 'default' },
        rules: [{ apiGroups: ['example.com'], resources: ['*'], verbs: ['*'] }],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: 'local', namespace: 'default' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'local' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'local' }],
      },
      { apiVersion: 'example.com/v1', kind: 'Global', metadata: { name: 'secret' }, spec: { password: 'x' } },
    ] as never,
  })
})
afterAll(() => server.stop())

interface Sent {
  readonly method?: string
  readonly as?: string
  readonly type?: string
  readonly body?: unknown
}

async function ask(path: string, { method = 'GET', as, type = 'application/json', body }: Sent = {}) {
  const headers: Record<string, string> = {}
  if (as !== undefined) headers['impersonate-user'] = as
  if (body !== undefined) headers['content-type'] = type
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const response = await server.fetch(
    new Request(`https://localhost${path}`, { method, headers, ...(text !== undefined && { body: text }) }),
  )
  return { code: response.status, text: await response.text() }
}

describe('custom resources', () => {
  it.each([
    '/apis/example.com/v1/namespaces/default/globals',
    '/apis/example.com/v1/namespaces/default/globals/secret',
    '/apis/example.com/v1/namespaces/default/globals/secret/status',
  ])('of the cluster are not reached through a namespace: CVE-2019-11247: %s', async (path) => {
    for (const method of ['GET', 'DELETE']) {
      const { code, text } = await ask(path, { as: 'local', method })
      expect([403, 404, 405]).toContain(code)
      expect(text).not.toContain('password')
    }
    expect((await ask('/apis/example.com/v1/globals/secret')).code).toBe(200)
  })

  it.each([
    '/apis/example.com/v1/widgets%2F..%2Fglobals',
    '/apis/example.com/v1/namespaces/..%2F..%2Fglobals/widgets',
    '/apis/example.com/v1/namespaces/default/widgets/..%2F..%2F..%2Fglobals%2Fsecret',
    '/apis/example.com/v1/namespaces/..%2Fglobals/widgets/secret',
  ])('of another kind are not read by a path: CVE-2022-3162: %s', async (path) => {
    const { code, text } = await ask(path, { as: 'widgets' })
    expect(code).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain('password')
  })
})

describe('bodies', () => {
  const bomb = (levels: number): string => {
    const lines = ['a0: &a0 ["x","x","x","x","x","x","x","x","x"]']
    for (let i = 1; i < levels; i++) lines.push(`a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`)
    return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\ndata:\n  ${lines.join('\n  ')}\n`
  }
  it.each([
    ['aliases of aliases', bomb(9)],
    ['one alias ten thousand times', `x: &x [${'a,'.repeat(10_000)}]\ny: [${'*x,'.repeat(10_000)}]\n`],
    ['an alias of itself', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: &d {x: *d}\n'],
  ])('in YAML do not grow: CVE-2019-11253: %s', async (_, body) => {
    const { code } = await ask('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      type: 'application/yaml',
      body,
    })
    expect(code).toBe(400)
  })

  it('in YAML with many empty documents and comments are read once: CVE-2019-11254', async () => {
    const body = `${'#\n'.repeat(200_000)}apiVersion: v1\nkind: ConfigMap\nmetadata: {name: comments}\n`
    const sent = { method: 'POST', type: 'application/yaml', body }
    expect((await ask('/api/v1/namespaces/default/configmaps?dryRun=All', sent)).code).toBe(201)
  })

  it.each([
    ['arrays', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    [
      'an object in an object in a known field',
      `{"metadata":{"name":"a"},"data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`,
    ],
  ])('in JSON that are nested too deep are refused: GO-2022-0965: %s', async (_, body) => {
    const { code } = await ask('/api/v1/namespaces/default/configmaps', { method: 'POST', body })
    expect(code).toBe(400)
  })

  it.each([
    ['a length beyond the end', [0x6b, 0x38, 0x73, 0x00, 0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]],
    ['a negative length', [0x6b, 0x38, 0x73, 0x00, 0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ['a group that does not end', [0x6b, 0x38, 0x73, 0x00, 0x0b, 0x0b, 0x0b]],
  ])('in protobuf that are damaged are refused: CVE-2021-3121: %s', async (_, bytes) => {
    const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' }
    const url = 'https://localhost/api/v1/namespaces/default/configmaps'
    const answer = await server.fetch(new Request(url, { method: 'POST', headers, body: new Uint8Array(bytes) }))
    expect(answer.status).toBe(400)
  })

  it.each(['add', 'copy', 'replace'])('of patches have at most 10,000 operations: CVE-2019-1002100: %s', async (op) => {
    await ask('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      body: { metadata: { name: `patched-${op}` }, data: { a: 'b' } },
    })
    const operation = { op, path: '/data/a', ...(op === 'copy' ? { from: '/data/a' } : { value: 'c' }) }
    const path = `/api/v1/namespaces/default/configmaps/patched-${op}`
    const type = 'application/json-patch+json'
    const body = Array.from({ length: 10_001 }, () => operation)
    const { code, text } = await ask(path, { method: 'PATCH', type, body })
    expect(code).toBe(413)
    expect(text).toContain('The allowed maximum operations in a JSON patch is 10000, got 10001')
  })

  it('of patches do not grow by copies: CVE-2019-1002100', async () => {
    await ask('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      body: { metadata: { name: 'doubled' }, data: { a: 'b'.repeat(1000) } },
    })
    const body = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '/data', path: `/data/x${i}` }))
    const type = 'application/json-patch+json'
    const { code } = await ask('/api/v1/namespaces/default/configmaps/doubled', { method: 'PATCH', type, body })
    expect(code).toBeGreaterThanOrEqual(400)
  })
})

describe('metrics', () => {
  it('do not grow with what clients invent: CVE-2020-8552, CVE-2023-45142', async () => {
    for (let i = 100; i < 130; i++) await invent(i)
    const { text } = await ask('/metrics')
    expect(text).toContain('apiserver_request_total{')
    expect(text).not.toMatch(/(verb|agent-|none-|x-|sub|pod-)1[0-2]\d\b/i)

    async function invent(i: number): Promise<void> {
      const headers = { 'user-agent': `agent-${i}`, 'content-type': `application/x-${i}`, accept: `text/x-${i}` }
      for (const [method, path] of [
        [`VERB${i}`, '/api/v1/pods'],
        ['GET', `/apis/none-${i}.example.com/v1/things`],
        ['GET', `/api/v1/namespaces/n${i}/pods/pod-${i}/sub${i}`],
      ] as const) {
        await server.fetch(new Request(`https://localhost${path}`, { method, headers })).then((r) => r.text())
      }
    }
  })
})

describe('the built-in roles', () => {
  it('let no editor of a namespace write endpoints: CVE-2021-25740', async () => {
    for (const name of ['system:aggregate-to-edit', 'system:aggregate-to-admin']) {
      const found = JSON.parse((await ask(`/apis/rbac.authorization.k8s.io/v1/clusterroles/${name}`)).text)
      const writes = (found.rules as { resources?: string[]; verbs: string[] }[]).filter(
        ({ resources = [], verbs }) =>
          resources.some((each) => each.startsWith('endpoints')) &&
          verbs.some((verb) => !['get', 'list', 'watch'].includes(verb)),
      )
      expect(writes).toEqual([])
    }
  })
})

describe('addresses of endpoints', () => {
  it.each(['127.0.0.1', '169.254.169.254', '0.0.0.0', '224.0.0.1', '127.8.9.10'])(
    'are none of the node itself: CVE-2021-25737: %s',
    async (address) => {
      const slice = {
        metadata: { name: 'slice' },
        addressType: 'IPv4',
        endpoints: [{ addresses: [address] }],
        ports: [],
      }
      const path = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
      expect((await ask(path, { method: 'POST', body: slice })).code).toBe(422)
      const endpoints = { metadata: { name: 'e' }, subsets: [{ addresses: [{ ip: address }], ports: [{ port: 80 }] }] }
      expect((await ask('/api/v1/namespaces/default/endpoints', { method: 'POST', body: endpoints })).code).toBe(422)
    },
  )
})

describe('validating admission', () => {
  it('sees the old state of nodes as it was stored: CVE-2021-25735', async () => {
    const policy = {
      metadata: { name: 'nodes.example.com' },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['nodes'], operations: ['UPDATE'] }],
        },
        validations: [
          {
            expression:
              "!('locked' in oldObject.metadata.labels) && !(has(oldObject.spec.taints) && oldObject.spec.taints.exists(t, t.key == 'locked'))",
            message: 'locked',
          },
        ],
      },
    }
    const policies = '/apis/admissionregistration.k8s.io/v1'
    await ask(`${policies}/validatingadmissionpolicies`, { method: 'POST', body: policy })
    const binding = {
      metadata: { name: 'nodes' },
      spec: { policyName: 'nodes.example.com', validationActions: ['Deny'] },
    }
    await ask(`${policies}/validatingadmissionpolicybindings`, { method: 'POST', body: binding })
    for (const locked of [
      { metadata: { labels: { locked: 'x' } } },
      { spec: { taints: [{ key: 'locked', effect: 'NoSchedule' }] } },
    ]) {
      const name = 'labels' in (locked.metadata ?? {}) ? 'by-label' : 'by-taint'
      const node = { ...locked, metadata: { labels: {}, ...locked.metadata, name } }
      expect((await ask('/api/v1/nodes', { method: 'POST', body: node })).code).toBe(201)
      const freed = { metadata: { name, labels: {} }, spec: {} }
      await expect
        .poll(async () => (await ask(`/api/v1/nodes/${name}`, { method: 'PUT', body: freed })).code, {
          timeout: 10_000,
        })
        .toBe(422)
    }
  })
})

describe('the table of published vulnerabilities', () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/security.md', import.meta.url)), 'utf8')
  const rows = [...page.matchAll(/^\| ((?:CVE|GO)-\d{4}-\d+) \| (.*) \| (.*) \|$/gm)]

  it('has a test or a reason for each', () => {
    expect(rows.length).toBeGreaterThan(40)
    for (const [, name, , answer = ''] of rows) expect(answer.length, name).toBeGreaterThan(10)
    const names = rows.map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('names tests that mention what they are named for', () => {
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    for (const [, name, , answer = ''] of rows) {
      for (const [, file = ''] of answer.matchAll(/`((?:[\w-]+\/)+[\w-]+\.test\.ts)`/g)) {
        const text = readFileSync(`${root}${file}`, 'utf8')
        expect(text.length, `${name}: ${file}`).toBeGreaterThan(0)
      }
    }
    const own = readFileSync(fileURLToPath(import.meta.url), 'utf8')
    const tried = new Set(own.match(/(?:CVE|GO)-\d{4}-\d+/g))
    const listed = new Set(rows.map(([, name]) => name))
    expect([...tried].filter((name) => !listed.has(name))).toEqual([])
    expect(readdirSync(`${root}server/test/security`)).toContain('published-vulnerabilities.test.ts')
  })
})

import { X509Certificate } from 'node:crypto'
import { Client, InProcessTransport } from '@apimachinery/client'
import { MetricsRegistry } from '@apimachinery/client/metrics'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { ClusterRole, ClusterRoleBinding } from 'apimachinery/api/rbac/v1'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AdmissionAttributes } from '../../src/admission/attributes.js'
import { namespaceLifecycle } from '../../src/admission/plugins/namespace-lifecycle.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { delegatedAccessOver } from '../../src/delegation/delegated-access.js'
import { APIServer } from '../../src/kubernetes/api-server.js'

describe('a server behind an aggregator', () => {
  let main: APIServer
  let client: Client
  const mainCluster = () => ({ resource: client.resource.bind(client), transport: client.transport })
  beforeAll(async () => {
    main = await APIServer.start({
      authorizationModes: ['RBAC'],
      tokenAuthenticators: [
        {
          authenticateToken: async (token) =>
            token === 'jane' ? { user: { name: 'jane', uid: '1', groups: [], extra: {} } } : undefined,
        },
      ],
    })
    await main.ready()
    client = Client.from({
      transport: new InProcessTransport((request) =>
        main.generic.handleInProcess({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${main.loopbackToken}` },
        }),
      ),
    })
    const name = 'extension-apiserver-authentication'
    const configMaps = client.resource(ConfigMap).namespace('kube-system')
    await configMaps.get(name).catch(() => configMaps.create({ metadata: { name }, data: {} }))
    const rules = [{ verbs: ['get'], apiGroups: ['wardle.example.com'], resources: ['flunders'] }]
    await client.resource(ClusterRole).create({ metadata: { name: 'flunders' }, rules })
    await client.resource(ClusterRoleBinding).create({
      metadata: { name: 'flunders' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'flunders' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
    })
  })
  afterAll(() => main.stop())

  it('knows the namespaces of the main cluster', async () => {
    const access = await delegatedAccessOver({ ...mainCluster(), close: async () => {} })
    const plugin = namespaceLifecycle(access.namespaces)
    const create = (namespace: string) =>
      plugin.admit?.(
        {
          operation: 'CREATE',
          namespace,
          kind: { group: 'wardle.example.com', version: 'v1', kind: 'Flunder' },
          resource: { group: 'wardle.example.com', version: 'v1', resource: 'flunders' },
        } as unknown as AdmissionAttributes,
        {} as never,
      )
    await create('default')
    await expect(create('missing')).rejects.toThrow('namespaces "missing" not found')
    await vi.waitFor(() => expect(access.namespaces.namespaces.get('', 'default')).toBeDefined())
    await create('default')
    await access.close()
    expect(access.namespaces.namespaces.get('', 'missing')).toBeUndefined()
  })

  it('authenticates and authorizes by the main cluster', async () => {
    const settings = { clock: new FakeClock(), random: () => 0 }
    const access = await delegatedAccessOver({ ...mainCluster(), close: async () => {} }, settings)
    const registry = new MetricsRegistry()
    access.addMetrics(registry)
    const { tokens, authorizer } = access
    expect((await tokens.authenticateToken('jane', { audiences: [] }))?.user).toEqual({
      name: 'jane',
      uid: '1',
      groups: ['system:authenticated'],
      extra: {},
    })
    await expect(tokens.authenticateToken('nobody', { audiences: [] })).rejects.toThrow('invalid bearer token')
    const attributes = {
      user: { name: 'jane', uid: '1', groups: ['system:authenticated'], extra: {} },
      verb: 'get',
      namespace: 'sea',
      apiGroup: 'wardle.example.com',
      apiVersion: 'v1',
      resource: 'flunders',
      subresource: '',
      name: 'a',
      isResourceRequest: true,
      path: '',
    }
    expect(await authorizer.authorize(attributes)).toMatchObject({
      decision: 'allow',
      reason: 'RBAC: allowed by ClusterRoleBinding "flunders" of ClusterRole "flunders" to User "jane"',
    })
    expect(await authorizer.authorize({ ...attributes, verb: 'delete' })).toMatchObject({ decision: 'no-opinion' })
    const masters = { ...attributes.user, groups: ['system:masters'] }
    expect(await authorizer.authorize({ ...attributes, user: masters, verb: 'delete' })).toMatchObject({
      decision: 'allow',
    })
    expect(
      await authorizer.authorize({ ...attributes, isResourceRequest: false, path: '/readyz', resource: '' }),
    ).toMatchObject({ decision: 'allow' })
    const told = await registry.text()
    expect(told).toContain('apiserver_delegated_authn_request_total{code="201"} 2\n')
    expect(told).toContain('apiserver_delegated_authz_request_duration_seconds_count{code="201"} 2\n')
    await access.close()
  })

  it('follows the authorities that the main cluster publishes, and keeps the last good ones', async () => {
    const notBefore = new Date(Date.now() - 60_000)
    const authorities = [
      await newCertificateAuthority('one', notBefore),
      await newCertificateAuthority('two', notBefore),
    ]
    const proxies = await Promise.all(
      authorities.map(async (authority) => {
        const request = { commonName: 'proxy', hosts: [], usage: 'client', notBefore } as const
        const { certificate } = await newCertificate(authority, request)
        return new X509Certificate(certificate).raw
      }),
    )
    const configMaps = client.resource(ConfigMap).namespace('kube-system')
    const publish = async (certificate: string): Promise<void> => {
      const found = await configMaps.get('extension-apiserver-authentication')
      found.data = {
        'requestheader-client-ca-file': certificate,
        'requestheader-username-headers': '["X-Remote-User"]',
        'requestheader-group-headers': '["X-Remote-Group"]',
        'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
        'requestheader-allowed-names': '["proxy"]',
      }
      await configMaps.update(found)
    }
    await publish(authorities[0]!.certificate)
    const errors: unknown[] = []
    const access = await delegatedAccessOver(
      { ...mainCluster(), close: async () => {} },
      { onError: (error) => errors.push(error) },
    )
    const known = async (index: number) => {
      const request = { headers: { 'x-remote-user': 'jane' }, peerCertificate: { chain: [proxies[index]!] } }
      return (await access.authenticator.authenticate(request as never))?.user
    }
    expect(await known(0)).toEqual({ name: 'jane', uid: '', groups: ['system:authenticated'], extra: {} })
    const stranger = 'x509: certificate signed by unknown authority'
    await expect(known(1)).rejects.toThrow(stranger)
    await publish(authorities[1]!.certificate)
    await expect.poll(() => known(1).catch(() => undefined), { timeout: 20_000 }).toMatchObject({ name: 'jane' })
    await expect(known(0)).rejects.toThrow(stranger)
    await publish('-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----')
    await expect.poll(() => errors.length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(await known(1)).toMatchObject({ name: 'jane' })
    await access.close()
  })

  it('does not begin where the authorities cannot be read, unless that is tolerated', async () => {
    const refused = Client.from({
      transport: new InProcessTransport((request) => main.generic.handleInProcess({ ...request, headers: {} })),
    })
    await expect(delegatedAccessOver(refused, {})).rejects.toThrow('forbidden')
    const errors: unknown[] = []
    const settings = { tolerateLookupFailure: true, onError: (error: unknown) => void errors.push(error) }
    const access = await delegatedAccessOver(refused, settings)
    expect(errors.length).toBeGreaterThan(0)
    await access.close()
    const skipping = await delegatedAccessOver(refused, { skipLookup: true })
    expect(await skipping.authenticator.authenticate({ headers: {} } as never)).toBeUndefined()
    await skipping.close()
  })
})

import { Client, InProcessTransport } from '@apimachinery/client'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { ClusterRole, ClusterRoleBinding } from 'apimachinery/api/rbac/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock } from '../../src/internal/manual-clock.js'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { delegatedAccessOver } from '../../src/server/delegated-access.js'

describe('a server behind an aggregator', () => {
  let main: APIServer
  let client: Client
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

  it('asks the main cluster who somebody is, and what is allowed', async () => {
    const { tokens, authorizer } = await delegatedAccessOver(client, { clock: new ManualClock(), random: () => 0 })
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
  })
})

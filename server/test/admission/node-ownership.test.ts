import { Node, Pod } from 'apimachinery/api/core/v1'
import { expect, it } from 'vitest'
import type { NodeRestrictionState } from '../../src/admission/plugins/node-restriction/node-check.js'
import { nodeRestriction } from '../../src/admission/plugins/node-restriction/node-restriction.js'
import { answerOf, attributesOf } from './attributes-of.js'

const kubelet = { name: 'system:node:mynode', groups: ['system:nodes'] }
const plugin = nodeRestriction({} as NodeRestrictionState, async () => ({ commonName: '', organizations: [] }))
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'uid' }

const answer = (resource: string, old: Node | Pod, object: Node | Pod): Promise<string> =>
  answerOf(plugin, attributesOf({ operation: 'UPDATE', resource, object, old, user: kubelet } as never))

const owned = (...ownerReferences: object[]): Node =>
  new Node({ metadata: { name: 'mynode', ...(ownerReferences.length > 0 && { ownerReferences }) } as never })

it.each([
  ['a new owner', 'nodes', owned(), owned(owner)],
  ['an owner less', 'nodes', owned(owner), owned()],
  ['another owner', 'nodes', owned(owner), owned({ ...owner, uid: 'other' })],
  ['another duty of an owner', 'nodes', owned(owner), owned({ ...owner, blockOwnerDeletion: true })],
  ['a new owner by the status', 'nodes/status', owned(), owned(owner)],
])('a node cannot give itself %s', async (...[, resource, old, object]) => {
  expect(await answer(resource, old, object)).toContain('node "mynode" is not allowed to modify ownerReferences')
})

it('a node may leave its owners as they are', async () => {
  expect(await answer('nodes', owned(owner), owned(owner))).toBe('')
  expect(await answer('nodes', owned(), new Node({ metadata: { name: 'mynode', ownerReferences: [] } }))).toBe('')
})

const pod = (status: object): Pod =>
  new Pod({ metadata: { name: 'p' }, spec: { nodeName: 'mynode', containers: [] }, status: status as never })

it('a node cannot name the claim of extended resources in the status of its pods', async () => {
  const named = (resourceClaimName: string) => ({
    extendedResourceClaimStatus: { resourceClaimName, requestMappings: [] },
  })
  const refused = 'node "mynode" cannot update extended resource claim status'
  expect(await answer('pods/status', pod({}), pod(named('theirs')))).toContain(refused)
  expect(await answer('pods/status', pod(named('ours')), pod(named('theirs')))).toContain(refused)
  expect(await answer('pods/status', pod(named('ours')), pod({}))).toContain(refused)
  expect(await answer('pods/status', pod(named('ours')), pod({ ...named('ours'), phase: 'Running' }))).toBe('')
})

import type { AuthorizationAttributes } from '../../src/authorization/authorizer.js'

/** A request to get the pod `p` in the namespace `ns`, but for these. */
export const attributesOf = (changes: Partial<AuthorizationAttributes> = {}): AuthorizationAttributes => ({
  user: { name: 'a', uid: '', groups: [], extra: {} },
  verb: 'get',
  namespace: 'ns',
  apiGroup: '',
  apiVersion: 'v1',
  resource: 'pods',
  subresource: '',
  name: 'p',
  isResourceRequest: true,
  path: '',
  ...changes,
})

/** A request for a path that is no resource. */
export const pathAttributesOf = (path: string, verb = 'get'): AuthorizationAttributes =>
  attributesOf({ verb, path, isResourceRequest: false, namespace: '', apiVersion: '', resource: '', name: '' })

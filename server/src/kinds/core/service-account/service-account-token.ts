import { TokenRequest } from 'apimachinery/api/authentication/v1'
import type { Node, Pod, Secret, ServiceAccount } from 'apimachinery/api/core/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { isNotFound, newBadRequest, newConflict, newInvalid, newNotFound } from 'apimachinery/errors'
import { ensureMetadata } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import { timeFromDate } from 'apimachinery/scalar'
import { GroupVersionKind } from 'apimachinery/schema'
import { type FieldError, fieldPath, invalid } from 'apimachinery/validation'
import type { IssueTokenRequest, TokenIssuer } from '../../../authentication/service-account/token-issuer.js'
import { type Encodable, encodable } from '../../../registry/encodable.js'
import { readMetadata } from '../../../registry/read-metadata.js'
import type { NamedCreateRequest, ResourceStorage } from '../../../registry/resource-storage.js'
import type { Store } from '../../../registry/store.js'
import { clusterScoped, type RequestContext } from '../../../request/request-context.js'

const kind = /* @__PURE__ */ new GroupVersionKind('authentication.k8s.io', 'v1', 'TokenRequest')
const [shortest, longest] = [600, 2 ** 32]

/** Input of tokens. */
export interface TokenParts {
  readonly serviceAccounts: Store<ServiceAccount>
  readonly pods: Store<Pod>
  readonly nodes: Store<Node>
  readonly secrets: Store<Secret>
  readonly issuer: () => Pick<TokenIssuer, 'audiences' | 'issueToken'>
}

/**
 * The subresource `token` of service accounts.
 *
 * Source: `TokenREST` of pkg/registry/core/serviceaccount/storage of Kubernetes.
 */
export function serviceAccountTokenStore(parts: TokenParts): ResourceStorage<TokenRequest> {
  return {
    type: TokenRequest,
    namespaced: true,
    kindIn: () => kind,
    acceptsGroupVersion: ({ group, version }) => group === kind.group && version === kind.version,
    createNamed: (context, token, request) => issue(parts, context, { token, request }),
  }
}

interface IssueRequest {
  readonly token: TokenRequest
  readonly request: NamedCreateRequest<TokenRequest>
}

async function issue(
  parts: TokenParts,
  context: RequestContext,
  { token, request }: IssueRequest,
): Promise<Encodable<TokenRequest>> {
  const { name } = request
  checkPlace(token, context, name)
  const account = (await parts.serviceAccounts.get(context, name, {})).object
  const { uid = '', namespace = '' } = readMetadata(account)
  const metadata = ensureMetadata(token)
  const { issuer } = parts
  const spec = {
    ...token.spec,
    audiences: token.spec?.audiences?.length ? token.spec.audiences : [...issuer().audiences],
  }
  token.spec = spec
  metadata.name ||= name
  metadata.namespace ||= namespace
  const asked = metadata.uid ?? ''
  metadata.uid = uid
  metadata.creationTimestamp = timeFromDate(new Date(context.clock.now()))
  delete token.status
  const errors = validateExpiration(token)
  if (errors.length > 0) throw newInvalid({ group: kind.group, kind: kind.kind }, '', errors)
  await request.validate?.(deepCopy(token))
  if (asked !== '' && asked !== uid) {
    const message = `the UID in the token request (${asked}) does not match the UID of the service account (${uid})`
    throw newConflict({ group: kind.group, resource: kind.kind }, name, new Error(message))
  }
  const seconds = Number(spec.expirationSeconds ?? 3600)
  const bound = await boundObjects(parts, context, { token, name })
  const issued = await issuer().issueToken({
    namespace,
    serviceAccount: { name, uid },
    audiences: spec.audiences,
    expirationSeconds: seconds,
    ...bound,
  })
  if (issued.expirationSeconds < seconds) {
    const warning = `requested expiration of ${seconds} seconds shortened to ${issued.expirationSeconds} seconds`
    context.warnings?.addWarning('', warning)
    token.spec.expirationSeconds = issued.expirationSeconds
  }
  token.status = { token: issued.token, expirationTimestamp: timeFromDate(issued.expirationTimestamp) }
  return encodable(token)
}

function checkPlace(token: TokenRequest, { namespace }: RequestContext, name: string): void {
  const given = readMetadata(token)
  const refuse = (member: 'name' | 'namespace'): never => {
    const detail = `must match the service account ${member} if specified`
    const error = invalid(fieldPath('metadata', member), given[member], detail)
    throw newInvalid({ group: kind.group, kind: kind.kind }, name, [error])
  }
  if (given.name && given.name !== name) refuse('name')
  if (given.namespace && given.namespace !== namespace) refuse('namespace')
}

function validateExpiration({ spec }: TokenRequest): FieldError[] {
  const path = fieldPath('spec', 'expirationSeconds')
  const seconds = Number(spec?.expirationSeconds ?? 3600)
  const errors: FieldError[] = []
  if (seconds < shortest) errors.push(invalid(path, seconds, 'may not specify a duration less than 10 minutes'))
  if (seconds > longest) errors.push(invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds'))
  return errors
}

type Bound = Pick<IssueTokenRequest, 'pod' | 'node' | 'secret'>

/** The objects that a token is bound to. */
async function boundObjects(
  parts: TokenParts,
  context: RequestContext,
  { token, name }: { readonly token: TokenRequest; readonly name: string },
): Promise<Bound> {
  const reference = token.spec?.boundObjectRef
  if (reference === undefined || reference === null) return {}
  const { apiVersion = '', kind: type = '', name: object = '' } = reference
  const load = <T extends KubernetesObject>(store: Store<T>, resource: string): Promise<T> =>
    getBoundObject(store, context, { resource, name: object, uid: reference.uid ?? '', type })
  if (apiVersion === 'v1' && type === 'Pod') {
    const pod = await load(parts.pods, 'pods')
    if (pod.spec?.serviceAccountName !== name) {
      const text = `cannot bind token for serviceaccount ${JSON.stringify(name)} to pod running with different serviceaccount name.`
      throw newBadRequest(text)
    }
    const node = pod.spec?.nodeName
    return { pod: referenceTo(pod), ...(node && { node: await nodeOf(parts, context, node) }) }
  }
  if (apiVersion === 'v1' && type === 'Node') return { node: referenceTo(await load(parts.nodes, 'nodes')) }
  if (apiVersion === 'v1' && type === 'Secret') return { secret: referenceTo(await load(parts.secrets, 'secrets')) }
  const slash = apiVersion.lastIndexOf('/')
  const [group, version] = [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1)]
  throw newBadRequest(`cannot bind token to object of type ${group}/${version}, Kind=${type}`)
}

interface Named {
  readonly resource: string
  readonly name: string
  readonly uid: string
  readonly type: string
}

async function getBoundObject<T extends KubernetesObject>(
  store: Store<T>,
  context: RequestContext,
  { resource, name, uid, type }: Named,
): Promise<T> {
  const place = store.namespaced ? context : clusterScoped(context)
  const { object } = await store.get(place, name, {}).catch((error: unknown) => {
    throw isNotFound(error) ? newNotFound({ group: '', resource }, name) : error
  })
  if (uid !== '' && uid !== readMetadata(object).uid) {
    const message = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
    throw newConflict({ group: '', resource: type }, name, new Error(message))
  }
  return object
}

/** The node of a pod is included; a deleted one only by name. */
async function nodeOf(
  { nodes }: TokenParts,
  context: RequestContext,
  name: string,
): Promise<{ name: string; uid: string }> {
  try {
    return referenceTo((await nodes.get(clusterScoped(context), name, {})).object)
  } catch (error) {
    if (isNotFound(error)) return { name, uid: '' }
    throw error
  }
}

function referenceTo(object: KubernetesObject): { name: string; uid: string } {
  const { name = '', uid = '' } = readMetadata(object)
  return { name, uid }
}

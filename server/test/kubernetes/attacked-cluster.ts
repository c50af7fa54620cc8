import { APIServer, type APIServerOptions } from '../../src/kubernetes/api-server.js'
import type { RequestUser } from '../../src/request/context.js'

/** What a server said: the code, and the message of a status or the object. */
export interface Said {
  readonly code: number
  readonly message: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into objects of every kind
  readonly object: any
}

/** A request as it is sent. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly contentType?: string
}

const mergePatch = 'application/merge-patch+json'
const applyPatch = 'application/apply-patch+yaml'

/**
 * A server in memory with users by name: the bearer token `alice;dev` is the user `alice` of the group `dev`, and with a third
 * part the token is bound to a node.
 */
export class AttackedCluster {
  readonly server: APIServer

  private constructor(server: APIServer) {
    this.server = server
  }

  static async start(options: APIServerOptions = {}): Promise<AttackedCluster> {
    const server = await APIServer.start({
      authorizationModes: ['RBAC'],
      admissionPlugins: { disable: ['ServiceAccount'] },
      ...options,
      tokenAuthenticators: [{ authenticateToken: async (token) => ({ user: userOf(token) }) }],
    })
    await server.ready()
    return new AttackedCluster(server)
  }

  stop(): Promise<void> {
    return this.server.stop()
  }

  /** What `user` is answered; without one it is an administrator. */
  async send(
    { method, path, body, contentType = 'application/json' }: Sent,
    user = 'root;system:masters',
  ): Promise<Said> {
    const response = await this.server.generic.handleInProcess({
      method,
      path,
      headers: { authorization: `Bearer ${user}`, 'content-type': contentType },
      ...(body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) }),
    })
    const text = await textOf(response.body)
    const object = text.startsWith('{') ? JSON.parse(text) : text
    return { code: response.status, message: object?.kind === 'Status' ? object.message : text, object }
  }

  create(path: string, body: unknown, user?: string): Promise<Said> {
    return this.send({ method: 'POST', path, body }, user)
  }

  replace(path: string, body: unknown, user?: string): Promise<Said> {
    return this.send({ method: 'PUT', path, body }, user)
  }

  patch(path: string, body: unknown, user?: string): Promise<Said> {
    return this.send({ method: 'PATCH', path, body, contentType: mergePatch }, user)
  }

  apply(path: string, body: unknown, user?: string): Promise<Said> {
    return this.send(
      { method: 'PATCH', path: `${path}?fieldManager=t&force=true`, body, contentType: applyPatch },
      user,
    )
  }

  get(path: string, user?: string): Promise<Said> {
    return this.send({ method: 'GET', path }, user)
  }

  /** Gives rules to a user; resolves when the server acts on them. */
  async grant(user: string, rules: readonly object[]): Promise<void> {
    const [name = ''] = user.split(';')
    const metadata = { name: `of-${name.replaceAll(':', '.')}` }
    await this.create(`${rbac}/clusterroles`, { metadata, rules })
    const roleRef = { apiGroup: rbacGroup, kind: 'ClusterRole', name: metadata.name }
    const subjects = [{ kind: 'User', name, apiGroup: rbacGroup }]
    await this.create(`${rbac}/clusterrolebindings`, { metadata, roleRef, subjects })
    await settled()
  }
}

/** The path of the group of roles. */
export const rbac = '/apis/rbac.authorization.k8s.io/v1'
/** The group of roles. */
export const rbacGroup = 'rbac.authorization.k8s.io'

/** Until caches have what was written before. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve))
}

function userOf(token: string): RequestUser {
  const [name = '', groups = '', node = ''] = token.split(';')
  const extra = node === '' ? {} : { 'authentication.kubernetes.io/node-name': [node] }
  return { name, uid: '', groups: groups === '' ? [] : groups.split(','), extra }
}

async function textOf(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

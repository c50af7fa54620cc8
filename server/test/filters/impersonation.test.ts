import { expect, it } from 'vitest'
import type { AuthorizationAttributes, Authorizer } from '../../src/authorization/authorizer.js'
import { withImpersonation } from '../../src/filters/impersonation/impersonation.js'
import { RequestLatencies } from '../../src/request/request-latencies.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface GoUser {
  readonly Name: string
  readonly UID: string
  readonly Groups: readonly string[] | null
  readonly Extra: Record<string, readonly string[]> | null
}

interface Session {
  /** Beginnings of checks that are allowed; one that begins with `!` fails with an error. */
  readonly allowed: readonly string[] | null
  readonly requests: readonly {
    readonly user: GoUser
    readonly header: Record<string, readonly string[]>
    readonly attributes: { readonly verb: string; readonly resource: string; readonly name: string }
    readonly result?: GoUser
    readonly verb?: string
    readonly error?: string
    readonly checks?: readonly string[]
  }[]
}

const userOf = ({ Name, UID, Groups, Extra }: GoUser) => ({
  name: Name,
  uid: UID,
  groups: Groups ?? [],
  extra: Extra ?? {},
})

/** An authorizer as the driver's, which keeps what it is asked. */
function authorizerOf(allowed: readonly string[], checks: string[]): Authorizer {
  const decide = (text: string) => {
    for (const rule of allowed) {
      if (text.startsWith(rule)) return { decision: 'allow', reason: '' } as const
      if (`!${text}`.startsWith(rule)) {
        return { decision: 'no-opinion', reason: 'nobody knows', error: new Error('broken') } as const
      }
    }
    return { decision: 'no-opinion', reason: '' } as const
  }
  return {
    authorize: async (asked) => {
      const text = textOf(asked)
      const keys = asked.user.extra['authentication.kubernetes.io/associated-node-keys']
      checks.push(keys === undefined ? text : `${text}|${keys.join(',')}`)
      return decide(text)
    },
  }
}

function textOf(asked: AuthorizationAttributes): string {
  const { verb, apiGroup, resource, subresource, namespace, name, apiVersion } = asked
  return [verb, apiGroup, resource, subresource, namespace, name, apiVersion].join('|')
}

async function answer(
  { user, header, attributes }: Session['requests'][number],
  allowed: readonly string[],
  constrained?: boolean,
): Promise<Pick<Session['requests'][number], 'result' | 'verb' | 'error' | 'checks'>> {
  const checks: string[] = []
  const heard: { error?: string; constraint?: string } = {}
  const handler = withImpersonation({
    constrained,
    authorizer: authorizerOf(allowed, checks),
    writeError: async (_request, _response, error) => {
      heard.error = (error as Error).message
    },
  })(async () => {})
  const lines = Object.entries(header).map(([name, values]) => [name.toLowerCase(), values] as const)
  const request = {
    user: userOf(user),
    info: {
      ...attributes,
      isResourceRequest: true,
      namespace: '',
      apiGroup: '',
      apiVersion: 'v1',
      subresource: '',
      path: '',
    },
    headers: Object.fromEntries(lines.map(([name, values]) => [name, values.join(', ')])),
    rawHeaders: lines.flatMap(([name, values]) => values.flatMap((value) => [name, value])),
    latencies: new RequestLatencies(),
    audit: {
      impersonated(_user: unknown, constraint: string) {
        heard.constraint = constraint
      },
    },
  }
  await handler(request as never, { setHeader: () => {} } as never)
  const { name, uid, groups, extra } = request.user
  const became =
    heard.constraint === undefined ? {} : { result: { Name: name, UID: uid, Groups: groups, Extra: extra } }
  return {
    ...became,
    ...(heard.constraint ? { verb: heard.constraint } : {}),
    ...(heard.error === undefined ? {} : { error: heard.error }),
    ...(checks.length === 0 ? {} : { checks }),
  }
}

it('a user is told why the check failed: what went wrong, and the reason of the authorizer', async () => {
  const request = {
    user: { Name: 'a', UID: '', Groups: null, Extra: null },
    header: { 'Impersonate-User': ['b'] },
    attributes: { verb: 'get', resource: 'pods', name: 'p' },
  }
  const forbidden =
    'pods "p" is forbidden: User "a" cannot impersonate-on:user-info:get resource "pods" in API group "" at the cluster scope'
  expect(await answer(request, ['!impersonate-on'])).toMatchObject({ error: `${forbidden}: broken: nobody knows` })
  expect(await answer(request, [])).toMatchObject({ error: forbidden })
})

it("users who impersonate others are judged as by Kubernetes' own code, check by check", async () => {
  const sessions = readVectors<Session[]>('impersonation')
  expect(sessions).toHaveLength(400)
  for (const { allowed, requests } of sessions) {
    for (const request of requests) {
      const { user, header, attributes, result, ...rest } = request
      const expected = { ...rest, ...(result && { result: { ...result, Extra: result.Extra ?? {} } }) }
      expect(await answer(request, allowed ?? []), JSON.stringify({ allowed, user, header })).toEqual(expected)
    }
  }
})

const alice = { Name: 'alice', UID: '', Groups: null, Extra: null }
const getPods = { verb: 'get', resource: 'pods', name: 'p' }

it('without constrained impersonation, every part of a user is checked by the verb impersonate, the identifier last', async () => {
  const header = {
    'Impersonate-User': ['bob'],
    'Impersonate-Group': ['g'],
    'Impersonate-Extra-Scope': ['s'],
    'Impersonate-Uid': ['u'],
  }
  const request = { user: alice, header, attributes: getPods }
  expect(await answer(request, ['impersonate|'], false)).toEqual({
    result: { Name: 'bob', UID: 'u', Groups: ['g', 'system:authenticated'], Extra: { scope: ['s'] } },
    checks: [
      'impersonate||users|||bob|v1',
      'impersonate||groups|||g|v1',
      'impersonate|authentication.k8s.io|userextras|scope||s|v1',
      'impersonate|authentication.k8s.io|uids|||u|v1',
    ],
  })
  expect(await answer(request, [], false)).toMatchObject({
    error:
      'users "bob" is forbidden: User "alice" cannot impersonate resource "users" in API group "" at the cluster scope',
  })
})

it.each([
  [{ 'Impersonate-Group': ['g1'] }, '[{Group  g1    }]'],
  [{ 'Impersonate-Uid': ['u1'] }, '[{UID  u1  authentication.k8s.io/v1  }]'],
  [{ 'Impersonate-Extra-Scope': ['s'] }, '[{UserExtra  s  authentication.k8s.io/v1  scope}]'],
])('without constrained impersonation, %j alone is refused', async (header, named) => {
  expect(await answer({ user: alice, header, attributes: getPods }, [], false)).toEqual({
    error: `requested ${named} without impersonating a user`,
  })
})

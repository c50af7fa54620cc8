import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { abacAuthorizer } from '../../src/authorization/abac-authorizer.js'
import type { AuthorizationAttributes } from '../../src/authorization/authorizer.js'
import { parseAbacPolicies } from '../../src/authorization/parse-abac-policies.js'
import { authorizationModes } from '../../src/cli/options/authorization-options.js'
import { authorizationProblems } from '../../src/cli/validation/authorization-problems.js'
import { flagTable } from '../cli/flag-values-of.js'

const authenticated = ['system:authenticated']

interface Asked {
  readonly verb?: string
  readonly resource?: string
  readonly namespace?: string
  readonly apiGroup?: string
  readonly path?: string
  readonly groups?: readonly string[]
}

function decides(text: string) {
  const authorizer = abacAuthorizer(parseAbacPolicies(text, 'policies.jsonl'))
  return async (name: string, asked: Asked): Promise<boolean> => {
    const { verb = 'get', resource = '', namespace = '', apiGroup = '', path = '', groups = authenticated } = asked
    const attributes = {
      user: { name, uid: '', groups, extra: {} },
      verb,
      resource,
      namespace,
      apiGroup,
      path,
      isResourceRequest: namespace !== '' || resource !== '',
    } as unknown as AuthorizationAttributes
    const { decision, reason } = await authorizer.authorize(attributes)
    expect(reason).toBe(decision === 'allow' ? '' : 'No policy matched.')
    return decision === 'allow'
  }
}

// Facts of TestAuthorizeV0, TestAuthorizeV1beta1, TestSubjectMatches, TestPolicy and TestRulesFor of pkg/auth/authorizer/abac.
describe('policies without a version', () => {
  const allows = decides(`
{                    "readonly": true, "resource": "events"   }
{"user":"scheduler", "readonly": true, "resource": "pods"     }
{"user":"scheduler",                   "resource": "bindings" }
{"user":"alice",                                              "namespace": "caribou"}`)

  it.each([
    ['scheduler', { verb: 'list', resource: 'pods', namespace: 'ns1' }, true],
    ['scheduler', { verb: 'list', resource: 'pods' }, true],
    ['scheduler', { verb: 'create', resource: 'pods', namespace: 'ns1' }, false],
    ['scheduler', { verb: 'create', resource: 'bindings' }, true],
    ['alice', { verb: 'update', resource: 'foo', namespace: 'caribou', apiGroup: 'bar' }, true],
    ['alice', { verb: 'update', namespace: 'caribou' }, true],
    ['alice', { resource: 'pods', namespace: 'ns1' }, false],
    ['chuck', { resource: 'events' }, true],
    ['chuck', { verb: 'watch', resource: 'events', namespace: 'ns1' }, true],
    ['chuck', { verb: 'update', resource: 'events', namespace: 'ns1' }, false],
    ['chuck', { path: '/' }, false],
    ['system:anonymous', { resource: 'events', groups: ['system:unauthenticated'] }, false],
  ] as const)('%s %j: %s', async (user, asked, expected) => {
    expect(await allows(user, asked)).toBe(expected)
  })

  it('name everything where they name nothing', async () => {
    const everything = decides('{}')
    expect(await everything('foo', { verb: 'delete', resource: 'pods' })).toBe(true)
    expect(await everything('foo', { path: '/foo' })).toBe(true)
    expect(await everything('foo', { path: '/foo', groups: ['system:unauthenticated'] })).toBe(false)
  })
})

describe('policies of v1beta1', () => {
  const policy = (spec: object) =>
    JSON.stringify({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec })
  const allows = decides(
    [
      '  # a comment',
      '',
      policy({ user: '*', readonly: true, nonResourcePath: '/api' }),
      policy({ user: '*', nonResourcePath: '/custom' }),
      policy({ user: '*', nonResourcePath: '/root/*' }),
      policy({ user: 'noresource', nonResourcePath: '*' }),
      policy({ user: 'alice', resource: '*', namespace: 'caribou' }),
      policy({ user: 'groups', resource: '*', namespace: 'any', apiGroup: '*' }),
      policy({ user: 'groups', resource: '*', namespace: 'empty', apiGroup: '' }),
      policy({ user: 'groups', resource: '*', namespace: 'x', apiGroup: 'x' }),
      policy({ user: 'both', group: 'B', resource: 'pods', namespace: '*' }),
      policy({ resource: 'secrets', namespace: '*' }),
    ].join('\n'),
  )

  it.each([
    ['chuck', { path: '/' }, false],
    ['chuck', { path: '/api' }, true],
    ['chuck', { verb: 'create', path: '/api' }, false],
    ['chuck', { verb: 'update', path: '/custom' }, true],
    ['chuck', { path: '/root' }, false],
    ['chuck', { path: '/root/' }, true],
    ['chuck', { path: '/root/test/1/2/3' }, true],
    ['noresource', { path: '' }, true],
    ['noresource', { path: '/foo/bar' }, true],
    ['noresource', { resource: 'foo', namespace: 'bar' }, false],
    ['alice', { verb: 'update', resource: 'widgets', namespace: 'caribou' }, true],
    ['groups', { resource: 'foo', namespace: 'any', apiGroup: 'x' }, true],
    ['groups', { resource: 'foo', namespace: 'empty', apiGroup: 'x' }, false],
    ['groups', { resource: 'foo', namespace: 'empty' }, true],
    ['groups', { resource: 'foo', namespace: 'x', apiGroup: 'x' }, true],
    ['both', { resource: 'pods', groups: ['A', 'B'] }, true],
    ['both', { resource: 'pods', groups: ['A', 'BBB'] }, false],
    ['other', { resource: 'pods', groups: ['A', 'B'] }, false],
    ['anybody', { resource: 'secrets' }, false],
  ] as const)('%s %j: %s', async (user, asked, expected) => {
    expect(await allows(user, asked)).toBe(expected)
  })
})

it('reports the rules of a user', async () => {
  const text = `
{"readonly": true, "resource": "events"}
{"user":"bob", "readonly": true, "namespace": "caribou"}
{"group":"b", "readonly": true, "nonResourcePath": "*"}
{"group":"a", "resource": "bindings"}`
  const authorizer = abacAuthorizer(parseAbacPolicies(text, 'f'))
  const rulesOf = async (name: string, groups: readonly string[], namespace: string) => {
    const rules = await authorizer.rulesFor({ name, uid: '', groups, extra: {} }, namespace)
    return [
      rules.resourceRules.map(({ verbs, apiGroups, resources }) => [
        verbs.join(),
        apiGroups?.join(),
        resources?.join(),
      ]),
      rules.nonResourceRules.map(({ verbs, nonResourceURLs }) => [verbs.join(), nonResourceURLs?.join()]),
    ]
  }
  const read = 'get,list,watch'
  expect(await rulesOf('bob', authenticated, 'caribou')).toEqual([
    [
      [read, '*', 'events'],
      [read, '*', '*'],
    ],
    [],
  ])
  expect(await rulesOf('chuck', ['a', 'b'], 'ns1')).toEqual([
    [
      [read, '*', '*'],
      ['*', '*', 'bindings'],
    ],
    [[read, '*']],
  ])
})

it.each([
  ['{"user":', 'line 2: {"user":: '],
  ['[]', 'line 2: []: no JSON object'],
  ['{"user": 1}', 'user is no string'],
  ['{"readonly": "yes"}', 'readonly is no boolean'],
  ['{"apiVersion":"v1","kind":"Pod"}', 'no kind "Pod" is registered for version "v1"'],
])('the line %s is refused', (line, words) => {
  expect(() => parseAbacPolicies(`\n${line}\n`, 'p')).toThrow(words)
  expect(() => parseAbacPolicies(`\n${line}\n`, 'p')).toThrow('error reading policy file p, line 2: ')
})

describe('the command', () => {
  it('reads the file of --authorization-policy-file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'abac-'))
    try {
      const file = join(folder, 'policies.jsonl')
      writeFileSync(file, '{"user":"alice"}\n')
      const flags = flagTable({ 'authorization-mode': ['ABAC', 'RBAC'], 'authorization-policy-file': file })
      expect(authorizationProblems(flags)).toEqual([])
      const modes = await authorizationModes(flags, {} as never)
      expect(modes).toMatchObject([{ type: 'ABAC', name: 'abac' }, 'RBAC'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('wants mode and file together', () => {
    expect(authorizationProblems(flagTable({ 'authorization-mode': ['ABAC'] }))).toEqual([
      "authorization-mode ABAC's authorization policy file not passed",
    ])
    const flags = flagTable({ 'authorization-mode': ['RBAC'], 'authorization-policy-file': 'f' })
    expect(authorizationProblems(flags)).toEqual(['cannot specify --authorization-policy-file without mode ABAC'])
  })
})

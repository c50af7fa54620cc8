import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readBootstrapPolicy } from '../../../codegen/front-ends/go-policy/read-policy.js'
import { mergePolicies } from '../../../codegen/ir/merged-policy.js'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A module cache with a policy of one release. */
function moduleCache(release: string, clusterRoles: string): string {
  const cache = mkdtempSync(join(tmpdir(), 'apimachinery-policy-'))
  folders.push(cache)
  const policy = join(cache, `k8s.io/kubernetes@v${release}/plugin/pkg/auth/authorizer/rbac/bootstrappolicy`)
  mkdirSync(policy, { recursive: true })
  const head = `package bootstrappolicy
import (
  "k8s.io/kubernetes/pkg/user"
  helpers "k8s.io/kubernetes/pkg/apis/rbac/v1"
)
`
  writeFileSync(
    join(policy, 'policy.go'),
    `${head}
var Read = []string{"get", "list"}
const core = ""
func ClusterRoles() []R {
  urls := []string{"/metrics"}
  if gates.Enabled(features.Flags) {
    urls = append(urls, "/flagz")
  }
  roles := []R{
    {ObjectMeta: M{Name: "edit", Labels: map[string]string{"rbac.authorization.k8s.io/aggregate-to-admin": "true"}}, AggregationRule: &A{
      ClusterRoleSelectors: []S{{MatchLabels: map[string]string{"rbac.authorization.k8s.io/aggregate-to-edit": "true"}}},
    }},
    {ObjectMeta: M{Name: "monitor"}, Rules: []P{helpers.NewRule("get").URLs(urls...).RuleOrDie()}},
  }
  ${clusterRoles}
  return roles
}
func ClusterRoleBindings() []B {
  return []B{helpers.NewClusterBinding("monitor").Groups(user.Monitors).SAs("kube-system", "one", "two").BindingOrDie()}
}
`,
  )
  writeFileSync(
    join(policy, 'controller_policy.go'),
    `${head}
func buildControllerRoles() {
  roles := []R{}
  if gates.Enabled(features.Jobs) && gates.Enabled(features.More) {
    addControllerRole(&roles, &roles, R{ObjectMeta: M{Name: "system:controller:" + "jobs"}, Rules: []P{
      helpers.NewRule("watch", "list").Groups("batch", core).Resources("jobs").Names("a").RuleOrDie(),
    }})
  }
}
`,
  )
  writeFileSync(join(policy, 'namespace_policy.go'), `${head}func init() {}\n`)
  const user = join(cache, `k8s.io/kubernetes@v${release}/pkg/user`)
  mkdirSync(user, { recursive: true })
  writeFileSync(join(user, 'user.go'), 'package user\nconst (\n  Monitors = "system:monitoring"\n)\n')
  return cache
}

const withReader = `reader := []P{helpers.NewRule(Read...).Groups(core).Resources("pods").RuleOrDie()}
  if gates.Enabled(features.Nodes) {
    reader = append(reader, helpers.NewRule("get").Groups(core).Resources("nodes").RuleOrDie())
  }
  roles = append(roles, R{ObjectMeta: M{Name: "reader"}, Rules: reader})`

describe('the reader of the bootstrap policy', () => {
  it('keeps the gates with what is appended under them', async () => {
    const policy = await readBootstrapPolicy(moduleCache('1.2.3', withReader), '1.2.3')
    expect(policy.roles).toEqual([
      { name: 'edit', gates: [], aggregateTo: 'admin', aggregates: 'edit', rules: [] },
      {
        name: 'monitor',
        gates: [],
        rules: [
          { gates: ['Flags'], text: 'get; /flagz /metrics' },
          { gates: ['!Flags'], text: 'get; /metrics' },
        ],
      },
      {
        name: 'reader',
        gates: [],
        rules: [
          { gates: [], text: 'get list; core; pods' },
          { gates: ['Nodes'], text: 'get; core; nodes' },
        ],
      },
    ])
    expect(policy.controllerRoles).toEqual([
      {
        name: 'system:controller:jobs',
        gates: ['Jobs', 'More'],
        rules: [{ gates: [], text: 'list watch; core batch; jobs; a' }],
      },
    ])
    expect(policy.bindings).toEqual([
      {
        name: 'monitor',
        role: 'monitor',
        gates: [],
        subjects: ['Group system:monitoring', 'ServiceAccount kube-system/one', 'ServiceAccount kube-system/two'],
      },
    ])
  })

  it('refuses statements that it does not know', async () => {
    const cache = moduleCache('1.2.3', 'for _, role := range roles { roles = append(roles, role) }')
    await expect(readBootstrapPolicy(cache, '1.2.3')).rejects.toThrow('statement not known: for _, role')
  })

  it('refuses conditions that are no gates', async () => {
    const cache = moduleCache('1.2.3', 'if user.Monitors { roles = append(roles, roles) }')
    await expect(readBootstrapPolicy(cache, '1.2.3')).rejects.toThrow('no gate: user.Monitors')
  })

  it('says which releases have what', async () => {
    const older = await readBootstrapPolicy(moduleCache('1.2.3', ''), '1.2.3')
    const middle = await readBootstrapPolicy(moduleCache('1.3.0', withReader), '1.3.0')
    const newer = await readBootstrapPolicy(
      moduleCache('1.4.0', withReader.replace('Resources("pods")', 'Resources("pods", "pods/log")')),
      '1.4.0',
    )
    const { roles } = mergePolicies(
      new Map([
        [2, older],
        [3, middle],
        [4, newer],
      ]),
    )
    expect(roles.map(({ name, when }) => [name, when])).toEqual([
      ['edit', ''],
      ['monitor', ''],
      ['reader', '>=3'],
    ])
    expect(roles[2]?.rules).toEqual([
      { when: '>=4', text: 'get list; core; pods pods/log' },
      { when: '<=3', text: 'get list; core; pods' },
      { when: 'Nodes', text: 'get; core; nodes' },
    ])
  })
})

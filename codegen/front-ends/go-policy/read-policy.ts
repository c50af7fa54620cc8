import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node } from 'web-tree-sitter'
import type { BindingModel, PolicyModel, RoleModel, RuleModel } from '../../ir/bootstrap-policy.js'
import { loadGoGrammar } from '../go-types/go-grammar.js'
import { GoConstants } from './go-constants.js'
import { type PolicyCall, PolicyEvaluator } from './policy-evaluator.js'
import { hasForm, type PolicyChain, type PolicyStruct, type PolicyValue, textsOf } from './policy-value.js'

const folder = 'plugin/pkg/auth/authorizer/rbac/bootstrappolicy'
const files = ['policy.go', 'controller_policy.go', 'namespace_policy.go']
const aggregation = 'rbac.authorization.k8s.io/aggregate-to-'

/**
 * Reads the bootstrap policy of a release (`major.minor.patch`) from the module `k8s.io/kubernetes` in a module cache.
 *
 * @throws Error when the source says something that is not known here.
 */
export async function readBootstrapPolicy(moduleCache: string, release: string): Promise<PolicyModel> {
  const grammar = await loadGoGrammar()
  const constants = new GoConstants(moduleCache, release)
  const calls: PolicyCall[] = []
  const evaluator = new PolicyEvaluator({
    constant: (path, name) => constants.text(path, name),
    onCall: (call) => calls.push(call),
  })
  for (const file of files) {
    const text = readFileSync(join(moduleCache, `k8s.io/kubernetes@v${release}`, folder, file), 'utf8')
    // The tree is used as long as the evaluator runs.
    evaluator.add(grammar.parse(text).rootNode as Node)
  }
  const roles = evaluator.run('ClusterRoles')
  const bindings = evaluator.run('ClusterRoleBindings')
  evaluator.run('buildControllerRoles')
  evaluator.run('init')
  return {
    roles: itemsOf(roles).map(({ gates, value }) => role(value, gates)),
    controllerRoles: called(calls, 'addControllerRole').map(({ args, gates }) => role(args[2], gates)),
    bindings: itemsOf(bindings).map(({ gates, value }) => binding(value, gates)),
    namespaceRoles: called(calls, 'addNamespaceRole').map(({ args, gates }) => ({
      namespace: text(args[0]),
      ...role(args[1], gates),
    })),
    namespaceBindings: called(calls, 'addNamespaceRoleBinding').map(({ args, gates }) => ({
      namespace: text(args[0]),
      ...binding(args[1], gates),
    })),
  }
}

function called(calls: readonly PolicyCall[], name: string): readonly PolicyCall[] {
  return calls.filter((call) => call.name === name)
}

/** The elements of a list; a list that was appended to it whole gives its own. */
function itemsOf(value: PolicyValue | undefined): { gates: readonly string[]; value: PolicyValue }[] {
  if (!hasForm(value, 'list')) throw new Error('a list is expected')
  return value.items.map((each) => ({ ...each }))
}

function role(value: PolicyValue | undefined, gates: readonly string[]): RoleModel {
  const { fields } = struct(value)
  const { fields: metadata } = struct(fields.get('ObjectMeta'))
  const labels = hasForm(metadata.get('Labels'), 'struct') ? struct(metadata.get('Labels')).fields : new Map()
  const aggregateTo = aggregationOf(labels)
  const aggregates = aggregatesOf(fields.get('AggregationRule'))
  const rules = fields.get('Rules')
  return {
    name: text(metadata.get('Name')),
    gates,
    ...(aggregateTo === undefined ? {} : { aggregateTo }),
    ...(aggregates === undefined ? {} : { aggregates }),
    rules: rules === undefined ? [] : itemsOf(rules).flatMap((each) => ruleAlternatives(each, gates)),
  }
}

function aggregationOf(labels: ReadonlyMap<string, PolicyValue>): string | undefined {
  const [key, ...others] = labels.keys()
  if (key === undefined) return undefined
  if (others.length > 0 || !key.startsWith(aggregation)) throw new Error(`labels not known: ${[key, ...others]}`)
  return key.slice(aggregation.length)
}

function aggregatesOf(rule: PolicyValue | undefined): string | undefined {
  if (rule === undefined) return undefined
  const [selector, ...others] = itemsOf(struct(rule).fields.get('ClusterRoleSelectors'))
  if (selector === undefined || others.length > 0) throw new Error('one selector of aggregation is expected')
  return aggregationOf(struct(struct(selector.value).fields.get('MatchLabels')).fields)
}

/** A rule whose lists have elements under gates becomes one rule for each state of these gates. */
function ruleAlternatives(
  { gates, value }: { gates: readonly string[]; value: PolicyValue },
  around: readonly string[],
): RuleModel[] {
  const calls = chain(value)
  const inner = [...new Set(calls.flatMap(({ args }) => args.items.flatMap((item) => item.gates)))]
  const outer = gates.filter((gate) => !around.includes(gate))
  return states(inner).map((state) => ({ gates: [...outer, ...state], text: ruleText(calls, new Set(state)) }))
}

/** All combinations of gates that are on, and off with `!`. */
function states(gates: readonly string[]): string[][] {
  return gates.reduce<string[][]>(
    (known, gate) =>
      known.flatMap((each) => [
        [...each, gate],
        [...each, `!${gate}`],
      ]),
    [[]],
  )
}

type Call = PolicyChain['calls'][number]

function ruleText(calls: readonly Call[], on: ReadonlySet<string>): string {
  const words = (name: string): string => {
    const call = calls.find((each) => each.name === name)
    const items = (call?.args.items ?? []).filter(({ gates }) => gates.every((gate) => on.has(gate)))
    return items
      .map(({ value }) => text(value))
      .sort()
      .map((word) => (word === '' ? 'core' : word))
      .join(' ')
  }
  const known = ['NewRule', 'Groups', 'Resources', 'Names', 'URLs']
  const unknown = calls.find(({ name }) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`not known of rules: ${unknown.name}`)
  if (words('URLs') !== '') return `${words('NewRule')}; ${words('URLs')}`
  const names = words('Names')
  return `${words('NewRule')}; ${words('Groups')}; ${words('Resources')}${names === '' ? '' : `; ${names}`}`
}

function binding(value: PolicyValue | undefined, gates: readonly string[]): BindingModel {
  if (hasForm(value, 'struct')) {
    const name = text(struct(value.fields.get('ObjectMeta')).fields.get('Name'))
    const role = text(struct(value.fields.get('RoleRef')).fields.get('Name'))
    return { name, role, gates, subjects: [] }
  }
  const [first, ...more] = chain(value)
  const role = text(first?.args.items[0]?.value)
  const renamed = more.find(({ name }) => name === 'setName')?.args.items[0]?.value
  const subjects = more.filter(({ name }) => name !== 'setName').flatMap(subjectsOf)
  return { name: renamed === undefined ? role : text(renamed), role, gates, subjects }
}

function subjectsOf({ name, args }: Call): string[] {
  const names = textsOf(args)
  if (name === 'Users') return names.map((each) => `User ${each}`)
  if (name === 'Groups') return names.map((each) => `Group ${each}`)
  if (name !== 'SAs') throw new Error(`not known of bindings: ${name}`)
  const [namespace, ...accounts] = names
  return accounts.map((each) => `ServiceAccount ${namespace}/${each}`)
}

function struct(value: PolicyValue | undefined): PolicyStruct {
  if (!hasForm(value, 'struct')) throw new Error('a struct is expected')
  return value
}

function chain(value: PolicyValue | undefined): readonly Call[] {
  if (!hasForm(value, 'chain')) throw new Error('a chain of calls is expected')
  return value.calls
}

function text(value: PolicyValue | undefined): string {
  if (typeof value !== 'string') throw new Error('a text is expected')
  return value
}

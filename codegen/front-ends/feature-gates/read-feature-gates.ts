import type { Node } from 'web-tree-sitter'
import type { GoGrammar } from '../go-types/go-grammar.js'
import { unquoteGo } from '../go-types/read-type-expression.js'
import type { FeatureGateSpec, FeatureGateSpecs } from './feature-gate-specs.js'

/** A file of Go source. */
export interface FeatureGateSource {
  /** Module and file, such as `k8s.io/apiserver@VERSION/pkg/features/kube_features.go`. */
  readonly name: string
  readonly text: string
}

const stages: Readonly<Record<string, FeatureGateSpec['stage']>> = {
  Alpha: 'alpha',
  Beta: 'beta',
  GA: 'ga',
  Deprecated: 'deprecated',
}

/**
 * Reads the tables `map[Feature]VersionedSpecs` and `map[Feature][]Feature` of Go files, wherever they stand in them.
 *
 * @throws Error for an entry that is not written as all others are.
 */
export function readFeatureGates(files: readonly FeatureGateSource[], grammar: GoGrammar): FeatureGateSpecs {
  const trees = files.map(({ text }) => grammar.parse(text))
  try {
    const roots = trees.map((tree) => tree.rootNode as Node)
    const names = new Map(roots.flatMap((root) => [...constantsOf(root)]))
    const nameOf = (node: Node): string => {
      // A qualified name, or a conversion of one.
      const name = names.get(/(\w+)\W*$/.exec(node.text)?.[1] ?? '')
      if (name === undefined) throw new Error(`no feature gate ${node.text}`)
      return name
    }
    const tables = roots.flatMap((root) => tablesOf(root))
    const specs = entriesOf(tables, 'VersionedSpecs').map(([key, value]) => [nameOf(key), specsOf(value)] as const)
    const dependencies = entriesOf(tables, '[]featuregate.Feature').map(
      ([key, value]) => [nameOf(key), elementsOf(value).map(nameOf).sort()] as const,
    )
    return {
      sources: files.map(({ name }) => name),
      gates: sorted(specs),
      dependencies: sorted(dependencies.filter(([, needed]) => needed.length > 0)),
    }
  } finally {
    for (const tree of trees) tree.delete()
  }
}

/** Constants that are texts: identifier → name of the gate, which a few spell in another way. Not all have the type `Feature`. */
function constantsOf(root: Node): [string, string][] {
  return root.descendantsOfType('const_spec').flatMap((spec): [string, string][] => {
    const name = spec?.childForFieldName('name')?.text
    const value = spec?.childForFieldName('value')
    if (name === undefined || !value) return []
    const [literal] = value.descendantsOfType('interpreted_string_literal')
    return literal ? [[name, unquoteGo(literal.text)]] : []
  })
}

interface Table {
  readonly valueType: string
  readonly body: Node
}

function tablesOf(root: Node): Table[] {
  return root.descendantsOfType('composite_literal').flatMap((literal): Table[] => {
    const type = literal?.childForFieldName('type')
    const body = literal?.childForFieldName('body')
    if (type?.type !== 'map_type' || !body || !/^(\w+\.)?Feature$/.test(type.childForFieldName('key')?.text ?? ''))
      return []
    return [{ valueType: type.childForFieldName('value')?.text ?? '', body }]
  })
}

function entriesOf(tables: readonly Table[], valueType: string): [key: Node, value: Node][] {
  return tables
    .filter((table) => table.valueType.endsWith(valueType))
    .flatMap(({ body }) => keyed(body).map(([key, value]): [Node, Node] => [key, value]))
}

/** The parts of `key: value` in a literal. */
function keyed(body: Node): [Node, Node][] {
  return body.namedChildren.flatMap((element): [Node, Node][] => {
    if (element?.type !== 'keyed_element') return []
    const [key, value] = element.namedChildren.map((part) =>
      part?.type === 'literal_element' ? part.firstNamedChild : part,
    )
    if (!key || !value) throw new Error(`no entry of a table: ${element.text}`)
    return [[key, value]]
  })
}

function elementsOf(body: Node): Node[] {
  return body.namedChildren.flatMap((element) =>
    element?.type === 'literal_element' && element.firstNamedChild ? [element.firstNamedChild] : [],
  )
}

function specsOf(value: Node): FeatureGateSpec[] {
  return elementsOf(value).map(specOf)
}

function specOf(element: Node): FeatureGateSpec {
  const parts = new Map(keyed(element).map(([key, value]) => [key.text, value.text]))
  const stage = stages[parts.get('PreRelease')?.split('.').at(-1) ?? '']
  const since = minorOf(parts.get('Version'))
  if (stage === undefined || since === undefined) throw new Error(`no stage of a feature gate: ${element.text}`)
  const minCompatibility = minorOf(parts.get('MinCompatibilityVersion'))
  return {
    since,
    stage,
    on: parts.get('Default') === 'true',
    ...(parts.get('LockToDefault') === 'true' ? { locked: true } : {}),
    ...(minCompatibility === undefined ? {} : { minCompatibility }),
  }
}

/** The minor release of `version.MustParse("1.MINOR")` or `version.MajorMinor(1, MINOR)`. */
function minorOf(text: string | undefined): number | undefined {
  const [, minor] = /\("?[01](?:\.|, )(\d+)"?\)/.exec(text ?? '') ?? []
  return minor === undefined ? undefined : Number(minor)
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

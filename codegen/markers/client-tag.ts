import { type Marker, splitArguments } from './marker.js'

/** Tags of client-gen. */
export const clientTags: readonly string[] = [
  'genclient',
  'genclient:method',
  'genclient:noStatus',
  'genclient:noVerbs',
  'genclient:nonNamespaced',
  'genclient:onlyVerbs',
  'genclient:readonly',
  'genclient:skipVerbs',
]

const verbs: readonly string[] = [
  ...['create', 'update', 'updateStatus', 'delete', 'deleteCollection', 'get', 'list', 'watch', 'patch', 'apply'],
  'applyStatus',
]
const verbsOfMethods: readonly string[] = ['create', 'update', 'get', 'list', 'patch', 'apply']
const verbsWithInput: readonly string[] = ['create', 'update', 'apply']
const keysOfMethods: readonly string[] = ['verb', 'subresource', 'input', 'result']

/**
 * What client-gen has against a tag of its family, in its words where it says something; undefined for what it takes.
 *
 * Source: `ParseClientGenTags` of k8s.io/code-generator/cmd/client-gen/generators/util.
 */
export function clientTagProblem({ name, value }: Marker): string | undefined {
  if (!/^genclient(:|$)/.test(name)) return undefined
  if (!clientTags.includes(name)) return `unknown tag detected: ${name}`
  if (name === 'genclient' && value) {
    return `+genclient=[${value}] is invalid, use //+genclient if you want to generate client or omit it when you want to disable generation`
  }
  if (name === 'genclient:method') return methodProblem(value ?? '')
  if (name !== 'genclient:onlyVerbs' && name !== 'genclient:skipVerbs') return undefined
  const unknown = splitArguments(value ?? '').find((verb) => !verbs.includes(verb))
  return unknown === undefined
    ? undefined
    : `${name}: there is no verb ${JSON.stringify(unknown)} (${verbs.join(', ')})`
}

function methodProblem(text: string): string | undefined {
  const [name = '', ...parts] = text.split(',').map((part) => part.trim())
  if (name === '') return 'must specify a verb name (// +genclient:method=Foo,verb=create)'
  const pairs = parts.map((part) => part.split('='))
  for (const [index, [key = '', value = '', ...more]] of pairs.entries()) {
    if (pairs[index]?.length !== 2 || more.length > 0)
      return `invalid extension tag specification ${JSON.stringify(parts[index])}`
    if (value === '') return `empty value of ${JSON.stringify(key)} for ${JSON.stringify(name)} extension`
    if (!keysOfMethods.includes(key)) return `unknown extension configuration key ${JSON.stringify(key)}`
  }
  return verbProblem(name, Object.fromEntries(pairs))
}

function verbProblem(
  name: string,
  { verb, subresource, input, result }: Readonly<Record<string, string>>,
): string | undefined {
  if (verb === undefined) return `verb type must be specified (use '// +genclient:method=${name},verb=create')`
  if (!verbsOfMethods.includes(verb)) return `verb ${JSON.stringify(verb)} is not supported by extension generator`
  if (input !== undefined && !verbsWithInput.includes(verb)) {
    return `${name}: input type is not supported for ${JSON.stringify(verb)} verbs (supported verbs: ${verbsWithInput.join(', ')})`
  }
  if (verb === 'list' && (subresource ?? result) !== undefined) {
    return `${name}: a list of a sub-resource, or of another kind, is nothing that a server has`
  }
  return undefined
}

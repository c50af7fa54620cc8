import { jsonToYAML } from 'apimachinery/runtime/serializer/yaml'
import { timeFromDate } from 'apimachinery/scalar'
import { builtinFunctions } from '../template/builtin-functions.js'
import { goJSON } from '../template/format-verbs.js'
import { sprigFunctions } from '../template/sprig-functions.js'
import { type TemplateFunctions, templateFunction, variadicFunction } from '../template/template-function.js'
import type { TemplateValue } from '../template/template-value.js'

/** The version of kwok whose formats are read. */
export const kwokVersion = 'v0.8.0'

const nodeConditions: readonly TemplateValue[] = [
  condition('Ready', 'True', ['KubeletReady', 'kubelet is posting ready status']),
  condition('MemoryPressure', 'False', ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available']),
  condition('DiskPressure', 'False', ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure']),
  condition('PIDPressure', 'False', ['KubeletHasSufficientPID', 'kubelet has sufficient PID available']),
  condition('NetworkUnavailable', 'False', ['RouteCreated', 'RouteController created a route']),
]

function condition(type: string, status: string, [reason, message]: readonly [string, string]): TemplateValue {
  return { type, status, lastHeartbeatTime: null, lastTransitionTime: null, reason, message }
}

/** The functions of templates that depend on nothing: those of Go, of sprig and of kwok. */
export const staticFunctions: TemplateFunctions = {
  ...builtinFunctions,
  ...sprigFunctions,
  Quote: templateFunction(['any'], quoted),
  YAML: variadicFunction(['any'], 'int', (value, indent = 0n) => yaml(value, Number(indent))),
  Version: templateFunction([], () => kwokVersion),
  NodeConditions: templateFunction([], () => nodeConditions),
}

/** What the other functions of templates depend on. */
export interface TemplateSources {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly startTime: number
  readonly random: () => number
  readonly nodeIP: () => string
  readonly nodeName: () => string
  readonly nodePort: () => number
  /** Addresses of a node. */
  readonly nodeIPs: (node: string) => readonly string[]
  /** New addresses for a pod of a node, which has those of the node if it is in its network. */
  readonly podIPs: (node: string, isInHostNetwork: boolean) => readonly string[]
}

const ofPod = ['string', 'bool', 'string', 'string', 'string'] as const

/** The functions of templates that depend on the time and on the nodes. */
export function ownFunctions(sources: TemplateSources): TemplateFunctions {
  const { now, startTime, random } = sources
  return {
    Now: templateFunction([], () => goTime(now())),
    StartTime: templateFunction([], () => goTime(startTime)),
    now: templateFunction([], () => goTime(now())),
    randInt: templateFunction(['int', 'int'], (from, to) => from + BigInt(Math.floor(random() * Number(to - from)))),
    NodeIP: templateFunction([], sources.nodeIP),
    NodeName: templateFunction([], sources.nodeName),
    NodePort: templateFunction([], () => BigInt(sources.nodePort())),
    NodeIPWith: templateFunction(['string'], (node) => sources.nodeIPs(node)[0] ?? sources.nodeIP()),
    NodeIPsWith: templateFunction(['string'], sources.nodeIPs),
    PodIP: templateFunction([], () => sources.podIPs('', false)[0] ?? ''),
    PodIPWith: templateFunction(ofPod, (node, isInHostNetwork) => sources.podIPs(node, isInHostNetwork)[0] ?? ''),
    PodIPsWith: templateFunction(ofPod, (node, isInHostNetwork) => sources.podIPs(node, isInHostNetwork)),
  }
}

/** The names of {@link ownFunctions}. */
export const ownFunctionNames: readonly string[] = Object.keys(
  ownFunctions({
    now: () => 0,
    startTime: 0,
    random: () => 0,
    nodeIP: () => '',
    nodeName: () => '',
    nodePort: () => 0,
    nodeIPs: () => [],
    podIPs: () => [],
  }),
)

/** A time with the fractions that Go writes with `RFC3339Nano`. */
function goTime(milliseconds: number): string {
  // A clock may have fractions of milliseconds.
  const fraction = String(((Math.floor(milliseconds) % 1000) + 1000) % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const time = timeFromDate(new Date(milliseconds))
  return fraction === '' ? time : time.replace('Z', `.${fraction}Z`)
}

function quoted(value: TemplateValue): string {
  const json = goJSON(value)
  return json.startsWith('"') ? json : JSON.stringify(json)
}

/** YAML, indented by pairs of spaces on lines of its own. */
function yaml(value: TemplateValue, indent: number): string {
  const text = jsonToYAML(JSON.parse(goJSON(value)))
  return indent > 0 ? `\n${text}`.replaceAll('\n', `\n${'  '.repeat(indent)}`) : text
}

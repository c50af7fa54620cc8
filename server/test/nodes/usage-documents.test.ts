import { Node, Pod } from 'apimachinery/api/core/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { readNodesConfiguration } from '../../src/nodes/configuration/read-configuration.js'
import { ResourceUsages } from '../../src/nodes/usage/resource-usages.js'
import { usageQuantity } from '../../src/nodes/usage/usage-quantity.js'

const clock = new FakeClock(Date.parse('2024-01-01T00:00:00Z'))
const container = { name: 'c', image: 'i', resources: { requests: { cpu: '10m' } } }
const pod = new Pod({
  metadata: {
    name: 'p',
    namespace: 'default',
    creationTimestamp: '2023-12-31T23:59:00Z',
    annotations: { cpu_usage: '10m', 'kwok.x-k8s.io/usage-cpu': '250m' },
  },
  spec: { nodeName: 'n', containers: [container, { ...container, name: 'd' }] },
})
const node = new Node({
  metadata: { name: 'n', creationTimestamp: '2023-12-31T00:00:00Z' },
  status: { allocatable: { cpu: '90m' } },
})

function usagesOf(documents: string, errors: unknown[] = []): ResourceUsages {
  return new ResourceUsages({
    configuration: readNodesConfiguration(documents, 'usage.yaml').usage!,
    clock,
    random: () => 0.25,
    nodeOf: () => node,
    podsOn: () => [pod],
    onError: (error) => errors.push(error),
  })
}

function document(usages: string, head = 'kind: ClusterResourceUsage\nmetadata: {name: u}'): string {
  return `apiVersion: kwok.x-k8s.io/v1alpha1\n${head}\nspec:\n  usages:\n${usages}\n`
}

const inLine = (cpu: string): string => document(`  - usage: {cpu: ${cpu}}`)

describe('the use of a resource', () => {
  // What kwok 0.8.0 answers to the same expressions about the same objects.
  it.each([
    [
      '(Quantity("10m") + Quantity(pod.metadata.annotations["cpu_usage"]) + node.status.allocatable["cpu"] + pod.spec.containers[0].resources.requests["cpu"]) * 1.5 * 10',
      1.8,
    ],
    ['"kwok.x-k8s.io/usage-cpu" in pod.metadata.annotations ? Quantity("1") : Quantity("1m")', 1],
    ['"x" in node.metadata.annotations ? 1 : 0', 0],
    ['pod.spec.containers[0].resources.limits["cpu"] * 2 + Quantity("1")', 1],
    ['has(pod.metadata.labels) ? 1 : 2', 2],
    ['Quantity("1Ti") / 2', 549755813888],
    ['Quantity("1") / 3', 0.333],
    ['-Quantity("1500m")', -1.5],
    ['"250m".Quantity()', 0.25],
    ['Now() - pod.metadata.creationTimestamp', 6e10],
    ['(Now().UnixSecond() - node.metadata.creationTimestamp.UnixSecond()) / 10.0', 8640],
    ['SinceSecond(pod) + pod.SinceSecond()', 120],
    ['true', 1],
    ['Rand() * 4.0', 1],
  ])('is what an expression says: %s', (expression, expected) => {
    const usages = usagesOf(inLine(`{expression: '${expression}'}`))
    expect(usages.ofPod(pod, 'cpu', 'c')).toBeCloseTo(expected, 9)
  })

  it('may depend on other uses, and adds up by pods and nodes', () => {
    const usages = usagesOf(
      document(
        '  - usage: {memory: {value: 1Ki}, cpu: {expression: \'pod.Usage("memory", container.name) / 1024.0\'}}',
      ),
    )
    expect(usages.ofContainer(pod, container)).toEqual(
      new Map([
        ['memory', 1024],
        ['cpu', 1],
      ]),
    )
    expect([usages.ofPod(pod, 'cpu'), usages.ofNode(node, 'memory')]).toEqual([2, 2048])
  })

  it('is of the document for the pod alone, of the first for many with the container, and of its name before all', () => {
    const many = document('  - containers: [d]\n    usage: {cpu: {value: "3"}}\n  - usage: {cpu: {value: "2"}}')
    const one = document(
      '  - containers: [c]\n    usage: {cpu: {value: "1"}}',
      'kind: ResourceUsage\nmetadata: {name: p}',
    )
    const both = usagesOf(`${many}---\n${one}`)
    expect([both.ofPod(pod, 'cpu', 'c'), both.ofContainer(pod, { name: 'd' })]).toEqual([1, undefined])
    const other = new Pod({ ...pod, metadata: { ...pod.metadata, name: 'q' } })
    expect([both.ofPod(other, 'cpu', 'c'), both.ofPod(other, 'cpu', 'd')]).toEqual([2, 3])
    const selecting = `${document('  - usage: {cpu: {value: "7"}}')}  selector: {matchNamespaces: [default], matchNames: [q]}\n`
    expect(usagesOf(selecting).ofContainer(pod, container)).toBeUndefined()
    expect(usagesOf(selecting).ofPod(other, 'cpu', 'c')).toBe(7)
  })

  it('is 0 where an expression fails, which is reported once', () => {
    const errors: unknown[] = []
    const usages = usagesOf(inLine(`{expression: 'pod.metadata.annotations["nope"]'}`), errors)
    expect([usages.ofPod(pod, 'cpu'), usages.ofPod(pod, 'cpu')]).toEqual([0, 0])
    expect(errors.map(String)).toEqual(['ConfigurationError: pod.metadata.annotations["nope"]: no such key: nope'])
  })

  it.each(['1e400', '-1e400'])('is 0 where an annotation says more than a number holds: %s', (cpu) => {
    const errors: unknown[] = []
    const usages = usagesOf(
      document('  - usage: {cpu: {value: "1"}}', 'kind: ResourceUsage\nmetadata: {name: other}'),
      errors,
    )
    const metadata = { ...pod.metadata, annotations: { 'kwok.x-k8s.io/usage-cpu': cpu } }
    expect(usages.ofPod(new Pod({ ...pod, metadata }), 'cpu')).toBe(0)
    expect(errors.map(String)).toEqual([
      `ConfigurationError: the use of cpu of pod default/p is ${cpu.startsWith('-') ? '-' : ''}Infinity`,
    ])
  })

  it('is written with all its digits, and with those of 64 bits at most', () => {
    const texts = (resource: string, ...values: number[]): string[] =>
      values.map((value) => usageQuantity(resource, value).toCanonicalString())
    expect(texts('cpu', 0.25, 1e9, 9e18, 1e308)).toEqual(['250m', '1G', '9223372036854775808n', '9223372036854775808n'])
    expect(texts('memory', 2048, 1e21, -1e308)).toEqual(['2Ki', '8Ei', '-8Ei'])
  })

  it('that grows with time is forgotten with its pod', () => {
    const usages = usagesOf(
      inLine(`{expression: 'pod.CumulativeUsage("memory")'}`).replace('usage: {', 'usage: {memory: {value: "2"}, '),
    )
    const grown = new Pod({ ...pod, metadata: { ...pod.metadata, uid: 'u' } })
    const start = usages.ofPod(grown, 'cpu', 'c')
    clock.step(3000)
    expect([start, usages.ofPod(grown, 'cpu', 'c')]).toEqual([0, 12])
    usages.forget(grown)
    expect(usages.ofPod(grown, 'cpu', 'c')).toBe(0)
  })

  it('may not depend on itself', () => {
    const errors: unknown[] = []
    expect(usagesOf(inLine(`{expression: 'pod.Usage("cpu")'}`), errors).ofPod(pod, 'cpu')).toBe(0)
    expect(errors.map(String)).toEqual(['ConfigurationError: pod.Usage("cpu"): the use of cpu depends on itself'])
  })

  it('is said to be wrong with its place', () => {
    const read = (text: string) => () => readNodesConfiguration(text, 'usage.yaml')
    expect(read(inLine('{value: many}'))).toThrow(
      /^usage\.yaml:6:\d+: ClusterResourceUsage "u": spec\.usages\[0\]\.usage\.cpu\.value: quantities must match/,
    )
    expect(read(inLine('{}'))).toThrow('spec.usages[0].usage.cpu: has neither value nor expression')
    expect(read(inLine(`{expression: 'pod.bogus'}`))).toThrow(
      /^usage\.yaml:6:\d+: .*spec\.usages\[0\]\.usage\.cpu\.expression: compilation failed: ERROR: <input>:1:4: undefined field 'bogus'/,
    )
    expect(read(inLine('{amount: "1"}'))).toThrow('spec.usages[0].usage.cpu.amount: unknown field')
  })
})

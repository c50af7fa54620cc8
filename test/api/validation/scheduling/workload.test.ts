import { describe, expect, test } from 'vitest'
import { workloadStrategy } from '../../../../src/api/scheduling/workload/strategy.js'
import { Judged } from '../judged.js'
import { changed, creations, updates } from '../tables.js'
import { linesWithFeatures } from './lines-with-features.js'

const judged = new Judged({
  apiVersion: 'scheduling.k8s.io/v1beta1',
  kind: 'Workload',
  resource: 'workloads',
  namespace: 'ns',
})
const gang = { gang: { minCount: 2 } }
const leaf = (name: string, more: object = {}) => ({ name, schedulingPolicy: gang, ...more })
const node = (name: string, more: object = {}) => ({ name, schedulingPolicy: { basic: {} }, ...more })
const metadata = { name: 'w', namespace: 'ns' }
const valid = { metadata, spec: { podGroupTemplates: [leaf('a'), leaf('b')] } }
const immutable = 'Invalid value: null: field is immutable'
const label = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`

describe('a Workload', () => {
  creations(judged, valid, [
    [
      'no templates',
      { spec: {} },
      'spec: Invalid value: "": must specify one of: `podGroupTemplates`, `compositePodGroupTemplates`',
    ],
    [
      'templates of both kinds, without the feature',
      { 'spec/compositePodGroupTemplates': [node('c', { podGroupTemplates: [leaf('d')] })] },
      'spec: Invalid value: "{podGroupTemplates, compositePodGroupTemplates}": must specify exactly one of: `podGroupTemplates`, `compositePodGroupTemplates`',
      'spec.compositePodGroupTemplates: Forbidden',
    ],
    [
      'too many templates',
      { 'spec/podGroupTemplates': 'abcdefghi'.split('').map((name) => leaf(name)) },
      'spec.podGroupTemplates: Too many: 9: must have at most 8 items',
    ],
    [
      'a name twice',
      { 'spec/podGroupTemplates/1/name': 'a' },
      'spec.podGroupTemplates[1]: Duplicate value: {"name":"a","schedulingPolicy":{"gang":{"minCount":2}},"schedulingConstraints":null}',
    ],
    [
      'bad names',
      { 'spec/podGroupTemplates/0/name': '', 'spec/podGroupTemplates/1/name': 'B' },
      'spec.podGroupTemplates[0].name: Required value',
      `spec.podGroupTemplates[1].name: Invalid value: "B": ${label}`,
    ],
    [
      'an unknown owner',
      { 'spec/controllerRef': { kind: 'a/b' } },
      `spec.controllerRef.kind: Invalid value: "a/b": may not contain '/'`,
      'spec.controllerRef.name: Required value',
    ],
    [
      'different priorities',
      { 'spec/podGroupTemplates/0/priority': 1 },
      'spec: Invalid value: null: detected multiple priority configurations',
    ],
    ['a constraint that is dropped', { 'spec/podGroupTemplates/0/schedulingConstraints': { topology: [{}] } }],
  ])

  updates(judged, valid, [
    ['a larger gang', { 'spec/podGroupTemplates/0/schedulingPolicy/gang/minCount': 9 }],
    ['another owner', { 'spec/controllerRef': { kind: 'Job', name: 'j' } }, `spec.controllerRef: ${immutable}`],
    [
      'another template',
      { 'spec/podGroupTemplates/1/name': 'c' },
      'spec.podGroupTemplates[1]: Forbidden: item may not be added',
      'spec.podGroupTemplates: Forbidden: item may not be removed',
      `spec.podGroupTemplates[1].schedulingPolicy.basic: ${immutable}`,
      'spec.podGroupTemplates[1].schedulingPolicy.gang: Invalid value: null: field cannot be set once created',
      // Upstream's rule does not ask whether the item is new.
      ...['schedulingConstraints', 'resourceClaims', 'disruptionMode', 'priorityClassName', 'priority'].map(
        (field) => `spec.podGroupTemplates[1].${field}: ${immutable}`,
      ),
      `spec.podGroupTemplates[1].preemptionPolicy: ${immutable}`,
    ],
    [
      'another way to disrupt',
      { 'spec/podGroupTemplates/0/disruptionMode': { all: {} } },
      `spec.podGroupTemplates[0].disruptionMode: ${immutable}`,
    ],
  ])
})

describe('a Workload of groups of groups', () => {
  const tree = (...templates: object[]) => ({ metadata, spec: { compositePodGroupTemplates: templates } })

  test('a valid one is accepted', () => {
    const object = tree(node('a', { podGroupTemplates: [leaf('b')] }), node('c'))
    expect(linesWithFeatures(workloadStrategy, object)).toEqual([])
  })

  test('a name in two lists', () => {
    const object = tree(
      node('a', { compositePodGroupTemplates: [node('b')], podGroupTemplates: [leaf('a'), leaf('b')] }),
    )
    expect(linesWithFeatures(workloadStrategy, object)).toEqual([
      'spec.compositePodGroupTemplates[0].podGroupTemplates[0].name: Duplicate value: "a"',
      'spec.compositePodGroupTemplates[0].podGroupTemplates[1].name: Duplicate value: "b"',
    ])
  })

  test('four levels are one too many', () => {
    const three = node('b', { compositePodGroupTemplates: [node('c')] })
    expect(linesWithFeatures(workloadStrategy, tree(node('a', { compositePodGroupTemplates: [three] })))).toEqual([])
    const four = node('b', { compositePodGroupTemplates: [node('c', { compositePodGroupTemplates: [node('d')] })] })
    const [line, ...others] = linesWithFeatures(
      workloadStrategy,
      tree(node('a', { compositePodGroupTemplates: [four] })),
    )
    expect(others).toEqual([])
    expect(line).toMatch(
      /^spec\.compositePodGroupTemplates\[0\]: Invalid value: \[\{"Name":"b","SchedulingPolicy":\{"Basic":\{\},"Gang":null\}.*: maximum template hierarchy depth is 4$/,
    )
  })

  test('priorities inside differ', () => {
    const object = tree(node('a', { podGroupTemplates: [leaf('b', { priorityClassName: 'high' })] }))
    expect(linesWithFeatures(workloadStrategy, object)).toEqual([
      'spec: Invalid value: null: detected multiple priority configurations',
    ])
  })

  test('constraints inside stay', () => {
    const old = tree(node('a', { podGroupTemplates: [leaf('b')] }))
    const path = 'spec/compositePodGroupTemplates/0/podGroupTemplates/0/schedulingConstraints'
    const object = changed(old, { [path]: { topology: [{ key: 'rack' }] } })
    expect(linesWithFeatures(workloadStrategy, object, { old })).toEqual([
      `spec.compositePodGroupTemplates[0].podGroupTemplates[0].schedulingConstraints: ${immutable}`,
    ])
  })
})

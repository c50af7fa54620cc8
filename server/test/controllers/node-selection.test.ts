import { Node, type NodeSelectorRequirement, type PodSpec, type Toleration } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { nodeTermMatcher, requiredNodes } from '../../src/controllers/node-selection/node-affinity.js'
import { toleratesTaint, untoleratedTaint } from '../../src/controllers/node-selection/taints.js'

const node = new Node({ metadata: { name: 'n1', labels: { zone: 'a', size: '5' } } })

describe('a term of a node selector', () => {
  const cases: readonly (readonly [requirement: NodeSelectorRequirement, matches: boolean])[] = [
    [{ key: 'zone', operator: 'In', values: ['a', 'b'] }, true],
    [{ key: 'zone', operator: 'In', values: ['b'] }, false],
    [{ key: 'zone', operator: 'NotIn', values: ['b'] }, true],
    [{ key: 'other', operator: 'NotIn', values: ['b'] }, true],
    [{ key: 'zone', operator: 'Exists' }, true],
    [{ key: 'zone', operator: 'DoesNotExist' }, false],
    [{ key: 'size', operator: 'Gt', values: ['4'] }, true],
    [{ key: 'size', operator: 'Lt', values: ['5'] }, false],
    [{ key: 'zone', operator: 'Exists', values: ['a'] }, false],
    [{ key: 'zone', operator: 'Like', values: ['a'] }, false],
    [{ key: 'constructor', operator: 'Exists' }, false],
  ]
  it.each(cases)('with the label requirement %j matches: %s', (requirement, matches) => {
    expect(nodeTermMatcher({ matchExpressions: [requirement] })(node)).toBe(matches)
  })

  const fields: readonly (readonly [requirement: NodeSelectorRequirement, matches: boolean])[] = [
    [{ key: 'metadata.name', operator: 'In', values: ['n1'] }, true],
    [{ key: 'metadata.name', operator: 'In', values: ['n2'] }, false],
    [{ key: 'metadata.name', operator: 'NotIn', values: ['n2'] }, true],
    [{ key: 'metadata.name', operator: 'In', values: ['n1', 'n2'] }, false],
    [{ key: 'metadata.name', operator: 'Exists' }, false],
  ]
  it.each(fields)('with the field requirement %j matches: %s', (requirement, matches) => {
    expect(nodeTermMatcher({ matchFields: [requirement] })(node)).toBe(matches)
  })

  it('without requirements matches no node', () => {
    expect(nodeTermMatcher({})(node)).toBe(false)
  })
})

describe('a pod', () => {
  it('needs both its node selector and one of its terms', () => {
    const affinity = (zone: string) => ({
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{}, { matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }],
        },
      },
    })
    const containers = [{ name: 'c' }]
    const mayRun = (spec: PodSpec) => requiredNodes(spec)?.(node) ?? true
    const matches = (zone: string, size: string) =>
      mayRun({ containers, nodeSelector: { size }, affinity: affinity(zone) })
    expect(matches('a', '5')).toBe(true)
    expect(matches('b', '5')).toBe(false)
    expect(matches('a', '6')).toBe(false)
    expect(mayRun({ containers })).toBe(true)
  })
})

describe('a toleration', () => {
  const taint = { key: 'k', value: 'v', effect: 'NoSchedule' }
  const cases: readonly (readonly [toleration: Toleration, tolerates: boolean])[] = [
    [{ operator: 'Exists' }, true],
    [{ key: 'k', operator: 'Exists' }, true],
    [{ key: 'k', value: 'v' }, true],
    [{ key: 'k', operator: 'Equal', value: 'w' }, false],
    [{ key: 'l', operator: 'Exists' }, false],
    [{ key: 'k', operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 'k', operator: 'Gt', value: '1' }, false],
  ]
  it.each(cases)('%j tolerates: %s', (toleration, tolerates) => {
    expect(toleratesTaint(toleration, taint)).toBe(tolerates)
  })

  it('is looked for only where the effect of the taint matters', () => {
    const soft = { key: 's', effect: 'PreferNoSchedule' }
    expect(untoleratedTaint([soft, taint], [], ['NoSchedule'])).toBe(taint)
    expect(untoleratedTaint([soft, taint], [])).toBe(soft)
    expect(untoleratedTaint([soft], [], ['NoExecute'])).toBeUndefined()
  })
})

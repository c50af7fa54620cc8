import { describe, expect, test } from 'vitest'
import { namespaceStrategy } from '../../../src/api/core/namespace/strategy.js'
import { serviceAccountStrategy } from '../../../src/api/core/service-account/strategy.js'
import { Namespace, ServiceAccount } from '../../../src/api/core/v1/types.gen.js'
import { newestRelease } from '../../../src/api/releases/release.js'
import type { StrategyContext } from '../../../src/api/strategies/kind-strategy.js'

const context: StrategyContext = {
  apiVersion: 'v1',
  release: newestRelease,
  featureEnabled: () => true,
  now: () => new Date(0),
}

// As pkg/registry/core/namespace/strategy_test.go has it.
describe('a namespace', () => {
  test.each([
    [undefined, ['kubernetes']],
    [{ finalizers: ['a'] }, ['a', 'kubernetes']],
    [{ finalizers: ['kubernetes', 'a'] }, ['kubernetes', 'a']],
  ])('with the specification %j is created active, with finalizers', (spec, finalizers) => {
    const namespace = new Namespace({
      metadata: { name: 'n' },
      ...(spec && { spec }),
      status: { phase: 'Terminating' },
    })
    namespaceStrategy.prepareForCreate?.(namespace, context)
    expect(namespace).toMatchObject({ spec: { finalizers }, status: { phase: 'Active' } })
  })

  test.each([
    [{ finalizers: ['kubernetes'] }, { finalizers: ['kubernetes'] }],
    [{ finalizers: [] }, {}],
    [undefined, {}],
  ])('keeps the old specification %j', (spec, kept) => {
    const namespace = new Namespace({ spec: { finalizers: ['other'] }, status: { phase: 'Terminating' } })
    const old = new Namespace({ ...(spec && { spec }), status: { phase: 'Active' } })
    namespaceStrategy.prepareForUpdate?.(namespace, old, context)
    expect(namespace).toEqual(new Namespace({ spec: kept, status: { phase: 'Active' } }))
  })

  test('has its name as a label, and is found by phase and name', () => {
    const namespace = new Namespace({ metadata: { name: 'n', labels: { a: 'b' } }, status: { phase: 'Active' } })
    namespaceStrategy.canonicalize?.(namespace)
    expect(namespace.metadata?.labels).toEqual({ a: 'b', 'kubernetes.io/metadata.name': 'n' })
    const nameless = new Namespace({})
    namespaceStrategy.canonicalize?.(nameless)
    expect(nameless.metadata?.labels).toEqual({ 'kubernetes.io/metadata.name': '' })
    expect(namespaceStrategy.selectableFields?.(namespace)).toEqual({ 'status.phase': 'Active', name: 'n' })
    expect(namespaceStrategy.selectableFields?.(new Namespace({}))).toEqual({ 'status.phase': '', name: '' })
  })

  test('may be finalized without its status, and have a status without its specification', () => {
    const { finalize, status } = namespaceStrategy.subresources ?? {}
    const [next, old] = [
      new Namespace({ spec: { finalizers: ['new'] }, status: { phase: 'Terminating' } }),
      new Namespace({ spec: { finalizers: ['old'] }, status: { phase: 'Active' } }),
    ]
    const leftOf = (hooks: typeof finalize): Namespace => {
      const copy = structuredClone(next) as Namespace
      hooks?.prepareForUpdate?.(copy, old, context)
      return copy
    }
    expect(leftOf(finalize)).toMatchObject({ spec: { finalizers: ['new'] }, status: { phase: 'Active' } })
    expect(leftOf(status)).toMatchObject({ spec: { finalizers: ['old'] }, status: { phase: 'Terminating' } })
  })
})

describe('a service account', () => {
  test.each([
    [undefined, undefined],
    [
      [{ name: 'a', namespace: 'n', uid: 'u' }, { namespace: 'n' }, null],
      [{ name: 'a' }, {}, {}],
    ],
  ])('refers to the secrets %j by name alone', (secrets, kept) => {
    const account = (): ServiceAccount => new ServiceAccount((secrets ? { secrets } : {}) as object)
    for (const prepare of ['prepareForCreate', 'prepareForUpdate'] as const) {
      const given = account()
      serviceAccountStrategy[prepare]?.(given, account() as never, context)
      expect(given.secrets).toEqual(kept)
    }
  })
})

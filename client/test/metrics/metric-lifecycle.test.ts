import { expect, it } from 'vitest'
import { isHidden } from '../../src/metrics/metric-lifecycle.js'

// Facts of TestShouldHide of k8s.io/component-base/metrics, for the release 1.36.
it.each([
  ['1.33.0', 'STABLE', true],
  ['1.34.0', 'STABLE', false],
  ['1.35.0', 'BETA', true],
  ['1.36.0', 'BETA', false],
  ['1.36.0', 'ALPHA', true],
  ['1.37.0', 'ALPHA', false],
] as const)('deprecated since %s and %s: hidden %s', (deprecatedVersion, stability, hidden) => {
  const facts = { name: 'a', help: '', deprecatedVersion, stability }
  expect(isHidden(facts, 36)).toBe(hidden)
  expect(isHidden(facts, undefined)).toBe(false)
})

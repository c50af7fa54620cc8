import { newestRelease } from '../../../../src/api/releases/release.js'
import type { KindStrategy } from '../../../../src/api/strategies/kind-strategy.js'
import type { KubernetesObject } from '../../../../src/runtime/objects/typed-object.js'
import type { Written } from '../judged.js'

/** What is wrong with an object where all feature gates are on: a line `field: message` each. */
export function linesWithFeatures<T extends KubernetesObject>(
  strategy: KindStrategy<T>,
  object: Written,
  { old, subresource }: { readonly old?: Written; readonly subresource?: string } = {},
): readonly string[] {
  const context = { apiVersion: '', release: newestRelease, featureEnabled: () => true, now: () => new Date(0) }
  const now = structuredClone(object) as unknown as T
  if (old === undefined) {
    strategy.prepareForCreate?.(now, context)
    return strategy.validate(now, context).map(({ message }) => message)
  }
  const before = withVersion(old) as unknown as T
  const hooks = subresource === undefined ? strategy : strategy.subresources?.[subresource]
  const changed = withVersion(now as unknown as Written) as unknown as T
  hooks?.prepareForUpdate?.(changed, before, context)
  return hooks?.validateUpdate(changed, before, context).map(({ message }) => message) ?? []
}

function withVersion(object: Written): Written {
  return structuredClone({ ...object, metadata: { ...object.metadata, resourceVersion: '1', uid: 'u' } })
}

import { newestRelease } from '../../../../src/api/releases/release.js'
import { withDeclaredErrors } from '../../../../src/api/strategies/declared/with-declared-errors.js'
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
  const now = Object.setPrototypeOf(structuredClone(object), strategy.type.prototype) as T
  const { declared } = strategy
  if (old === undefined) {
    strategy.prepareForCreate?.(now, context)
    const errors = strategy.validate(now, context)
    return withDeclaredErrors(errors, { declared, object: now }, context).map(({ message }) => message)
  }
  const before = withVersion(old, strategy.type.prototype) as unknown as T
  const hooks = subresource === undefined ? strategy : strategy.subresources?.[subresource]
  const changed = withVersion(now as unknown as Written, strategy.type.prototype) as unknown as T
  hooks?.prepareForUpdate?.(changed, before, context)
  const errors = hooks?.validateUpdate(changed, before, context) ?? []
  const subject = { declared, object: changed, old: before }
  return withDeclaredErrors(errors, subject, context).map(({ message }) => message)
}

function withVersion(object: Written, prototype: object): Written {
  const copy = structuredClone({ ...object, metadata: { ...object.metadata, resourceVersion: '1', uid: 'u' } })
  return Object.setPrototypeOf(copy, prototype)
}

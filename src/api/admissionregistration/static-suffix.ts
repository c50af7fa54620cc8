import { quote } from '../../internal/quote.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'
import type { KindStrategy, StrategyContext } from '../strategies/kind-strategy.js'

const suffix = '.static.k8s.io'
const gate = 'ManifestBasedAdmissionControlConfig'
const detail = `names ending with ${/* @__PURE__ */ quote(suffix)} are reserved for static manifest-based configurations and cannot be managed via the API`

function isReserved(object: KubernetesObject): boolean {
  return (ensureMetadata(object).name ?? '').endsWith(suffix)
}

/** Refuses a name that is kept for configurations in files, where there are such. */
export function staticSuffixErrors(object: KubernetesObject, context: StrategyContext): FieldError[] {
  if (!isReserved(object) || !context.featureEnabled(gate)) return []
  return [invalid(fieldPath('metadata', 'name'), ensureMetadata(object).name, detail)]
}

/** Warns of a name that is kept for configurations in files. */
export function staticSuffixWarnings(object: KubernetesObject): readonly string[] {
  return isReserved(object) ? [`metadata.name: ${detail}`] : []
}

/** As {@link staticSuffixWarnings}, where such a name is not an error. */
export function staticSuffixWarningsOnCreate(object: KubernetesObject, context: StrategyContext): readonly string[] {
  return context.featureEnabled(gate) ? [] : staticSuffixWarnings(object)
}

/** What the strategies of all kinds of the group have. */
export const configured: Pick<
  KindStrategy,
  'allowUnconditionalUpdate' | 'prepareForCreate' | 'warningsOnCreate' | 'warningsOnUpdate'
> = {
  allowUnconditionalUpdate: false,
  prepareForCreate(object) {
    ensureMetadata(object).generation = 1
  },
  warningsOnCreate: staticSuffixWarningsOnCreate,
  warningsOnUpdate: staticSuffixWarnings,
}

import type { JSONObject } from '../src/json/json-value.js'
import {
  newDefaultCRDFieldManager,
  newDefaultFieldManager,
} from '../src/managedfields/field-manager/default-field-manager.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { Unstructured } from '../src/runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../src/runtime/scheme/kind-access.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'

/** Who applies, and with what. */
export interface ApplyConfigOptions {
  readonly scheme: Scheme
  readonly manager: string
  readonly force: boolean
}

/** What this command changes is what was applied; defaults are the server's business. */
const noDefaults = { default: (): void => undefined }

/**
 * The object after a server-side apply of `config`, which may leave out `apiVersion` and `kind`. A kind that is not
 * known is merged by the form of its fields.
 */
export function applyConfig(live: KubernetesObject, config: object, options: ApplyConfigOptions): KubernetesObject {
  const { scheme, manager, force } = options
  const kind = groupVersionKindOf(live)
  const known = scheme.classFor(kind) !== undefined
  const fields = known
    ? newDefaultFieldManager({ kind, scheme, defaulter: noDefaults })
    : newDefaultCRDFieldManager({ kind })
  const whole: JSONObject = { ...kind.toAPIVersionAndKind(), ...config }
  return fields.apply(live, new Unstructured(whole), { manager, force })
}

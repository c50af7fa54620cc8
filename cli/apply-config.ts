import type { JSONObject } from '../src/json/json-value.js'
import {
  newDefaultCRDFieldManager,
  newDefaultFieldManager,
} from '../src/managedfields/field-manager/default-field-manager.js'
import type { KubernetesObject } from '../src/runtime/objects/typed-object.js'
import { Unstructured } from '../src/runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../src/runtime/scheme/kind-access.js'
import type { Scheme } from '../src/runtime/scheme/scheme.js'

/** The manager and the settings of an apply. */
export interface ApplyConfigOptions {
  readonly scheme: Scheme
  readonly manager: string
  readonly force: boolean
}

/** The changes of this command are what was applied; the server applies defaults. */
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

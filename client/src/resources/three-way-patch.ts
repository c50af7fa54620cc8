import { isMachineryError, MachineryError } from 'apimachinery/errors'
import { stringifyJSON } from 'apimachinery/json'
import {
  applyPatch,
  createThreeWayJSONMergePatch,
  createThreeWayMergePatch,
  PatchType,
  requireKeyUnchanged,
  requireMetadataKeyUnchanged,
} from 'apimachinery/patch'
import { type KindClass, Scheme, Unstructured } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { Patch } from '../rest/call-options.js'
import { lastApplied, withLastApplied, withoutLastApplied } from './last-applied.js'

/** How the patch of an apply is made. */
export interface ThreeWayOptions {
  /** Overwrite values that other clients have changed. Default true. */
  readonly overwrite?: boolean | undefined
  /** Whether the object will say what was applied last. Default true. */
  readonly annotate?: boolean | undefined
}

/** Makes the patches of client-side applies: strategic for built-in kinds, merge patches for others. */
export class ThreeWayPatcher {
  #builtIn: Promise<Scheme> | undefined

  /** The patch from the live object to the manifest; `{}` if nothing changes. @throws MachineryError */
  async patch(
    gvk: GroupVersionKind,
    { current, manifest }: { readonly current: Unstructured; readonly manifest: Unstructured },
    options: ThreeWayOptions = {},
  ): Promise<Patch> {
    const { overwrite = true, annotate = true } = options
    const modified = stringifyJSON((annotate ? withLastApplied : withoutLastApplied)(manifest))
    const original = lastApplied(current) ?? ''
    const documents = { original, modified, current: stringifyJSON(current) }
    const schema = await this.#classFor(gvk)
    if (schema !== undefined) {
      return { type: PatchType.StrategicMerge, body: createThreeWayMergePatch(documents, { schema, overwrite }) }
    }
    const preconditions = [
      requireKeyUnchanged('apiVersion'),
      requireKeyUnchanged('kind'),
      requireMetadataKeyUnchanged('name'),
    ]
    try {
      return { type: PatchType.Merge, body: createThreeWayJSONMergePatch(documents, { preconditions }) }
    } catch (error) {
      if (!isMachineryError(error, 'PatchPreconditionFailed')) throw error
      const message = 'At least one of apiVersion, kind and name was changed'
      throw new MachineryError('PatchPreconditionFailed', message, { cause: error })
    }
  }

  /** What the server would make of a patch, without asking it. */
  async apply(gvk: GroupVersionKind, current: Unstructured, { type, body }: Patch): Promise<Unstructured> {
    const schema = await this.#classFor(gvk)
    const text = applyPatch(stringifyJSON(current), String(body), { type, schema })
    return new Unstructured(JSON.parse(text))
  }

  /** The built-in kinds are loaded when the first object is patched. */
  async #classFor(gvk: GroupVersionKind): Promise<KindClass | undefined> {
    this.#builtIn ??= import('apimachinery/api').then(({ addToScheme }) => {
      const scheme = new Scheme()
      addToScheme(scheme)
      return scheme
    })
    return (await this.#builtIn).classFor(gvk)
  }
}

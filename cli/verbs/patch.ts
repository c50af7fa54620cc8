import { parseArgs } from 'node:util'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import { jsonPatch } from '../../src/patch/json/json-patch.js'
import type { JSONPatchOperation } from '../../src/patch/json/json-patch-operation.js'
import { mergePatch } from '../../src/patch/merge/merge-patch.js'
import { PatchType } from '../../src/patch/patch-type.js'
import { strategicMergePatch } from '../../src/patch/strategic/strategic-merge-patch.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { applyConfig } from '../apply-config.js'
import { inputHelp, inputOptions, outputHelp, outputOptions } from '../options.js'
import { patchOption, patchTypeOption } from '../patch-option.js'
import { PatchedObjectCheck } from '../patched-object.js'
import { type Rewrite, rewriteObjects } from '../rewrite-objects.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

/** Applies a patch to objects. */
export const patch: Verb = {
  summary: 'apply a patch to objects: JSON Patch, JSON merge patch, strategic merge patch or server-side apply',
  help: `usage: apimachinery patch -f PATH -p PATCH [options]

Prints the objects as an API server would store them after the patch. A patch that makes an object invalid is refused. Unknown kinds
do not support strategic patches.

${inputHelp}
      --type TYPE       strategic (default), merge, json or apply
  -p, --patch PATCH     the patch, as JSON or YAML
      --patch-file FILE the patch in a file; - for standard input
      --field-manager NAME  field manager, with --type apply (default: apimachinery)
      --force-conflicts     with --type apply: take over fields of other managers
${outputHelp}`,
  run: async (args, io) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...inputOptions,
        ...outputOptions,
        type: { type: 'string', default: 'strategic' },
        patch: { type: 'string', short: 'p' },
        'patch-file': { type: 'string' },
        'field-manager': { type: 'string', default: 'apimachinery' },
        'force-conflicts': { type: 'boolean', default: false },
      },
    })
    const type = patchTypeOption(values.type)
    const change = patchOption(values, io)
    if (type !== PatchType.JSON && Array.isArray(change))
      throw new UsageError(`the patch is a list; --type ${values.type} needs an object`, 1)
    const applying = { manager: values['field-manager'], force: values['force-conflicts'] }
    const rewrite: Rewrite = async (object, { scheme }) => {
      const original = deepCopy(object)
      const patched =
        type === PatchType.Apply
          ? applyConfig(object, change, { scheme, ...applying })
          : applyPatch(object, change, type)
      await new PatchedObjectCheck(scheme, io).check({ original, patched })
      return patched
    }
    return rewriteObjects(values, io, { rewrite })
  },
}

function applyPatch(object: KubernetesObject, change: object, type: PatchType): KubernetesObject {
  if (type === PatchType.JSON) return jsonPatch(object, change as readonly JSONPatchOperation[])
  return type === PatchType.Merge ? mergePatch(object, change) : strategicMergePatch(object, change)
}

import {
  createMergePatch,
  createThreeWayJSONMergePatch,
  createThreeWayMergePatch,
  createTwoWayMergePatch,
  jsonPatch,
  mergePatch,
  strategicMergePatch,
} from 'apimachinery/patch'
import { GroupVersionKind } from 'apimachinery/schema'
import { kindOf, machinery } from './recode.mjs'

/** Groups that a kind without a group is looked for in, first come first served. */
const preferred = ['', 'apps', 'batch', 'networking.k8s.io', 'rbac.authorization.k8s.io', 'policy', 'autoscaling']

/** The class a request names: `apps/v1/Deployment` or just `Deployment`. */
function schemaOf({ gvk, kind = '', apiVersion }) {
  const { scheme } = machinery()
  if (gvk !== undefined || kind.includes('/')) return scheme.classFor(kindOf(gvk ?? kind))
  if (apiVersion !== undefined) return scheme.classFor(kindOf(`${apiVersion}/${kind}`))
  const groups = [...preferred, ...scheme.allKnownTypes().map((known) => known.gvk.group)]
  const found = groups
    .flatMap((group) => ['v1', 'v2'].map((version) => new GroupVersionKind(group, version, kind)))
    .find((each) => scheme.classFor(each) !== undefined)
  if (found === undefined) throw new Error(`unknown kind ${JSON.stringify(kind)}`)
  return scheme.classFor(found)
}

/** The text of a document; a field that is not there is an empty one. */
function text(document = '') {
  return typeof document === 'string' ? document : JSON.stringify(document)
}

export const operations = {
  smp: (request) => ({
    out: strategicMergePatch(text(request.original), text(request.patch), schemaOf(request)),
  }),
  twowaymerge: (request) => ({
    out: createTwoWayMergePatch(text(request.original), text(request.modified), schemaOf(request)),
  }),
  threewaymerge: ({ original, modified, current, overwrite = false, ...request }) => ({
    out: createThreeWayMergePatch(
      { original: text(original), modified: text(modified), current: text(current) },
      { schema: schemaOf(request), overwrite },
    ),
  }),
  jsonmergepatch: ({ original, patch }) => ({ out: mergePatch(text(original), text(patch)) }),
  'jsonmergepatch.create': ({ original, modified }) => ({ out: createMergePatch(text(original), text(modified)) }),
  'jsonmergepatch.threeway': ({ original, modified, current }) => ({
    out: createThreeWayJSONMergePatch({ original: text(original), modified: text(modified), current: text(current) }),
  }),
  jsonpatch: ({ original, patch }) => ({ out: jsonPatch(text(original), text(patch)) }),
}

import type { JSONObject, JSONValue } from 'apimachinery/json'
import { PatchType, patchTypeByName } from 'apimachinery/patch'
import { TemplateError } from '../template/template-error.js'
import type { TemplateFunctions } from '../template/template-function.js'
import type { StagePatch, StagePatchType } from './stage.js'

/** A patch that a stage sends. */
export interface RenderedPatch {
  readonly type: PatchType
  readonly body: JSONObject | readonly JSONValue[]
  readonly subresource: string
  readonly user: string | undefined
}

/** The kind of patch by kwok's name for it. */
export function patchTypeOf(name: StagePatchType): PatchType {
  return patchTypeByName(name) ?? PatchType.Merge
}

/** The patch of an object that a step describes. @throws TemplateError; YAMLSyntaxError */
export function renderPatch(patch: StagePatch, object: JSONObject, functions: TemplateFunctions): RenderedPatch {
  const { root, subresource, user } = patch
  const value = patch.template.json(object, functions)
  const name = patch.type ?? (isPodOrNode(object) ? 'strategic' : 'merge')
  const body = name === 'json' ? belowRoot(value, root) : root === '' ? value : { [root]: value }
  if (typeof body !== 'object' || body === null) throw new TemplateError('the template is no object')
  return { type: patchTypeOf(name), body: body as RenderedPatch['body'], subresource, user }
}

function isPodOrNode({ apiVersion, kind }: JSONObject): boolean {
  return apiVersion === 'v1' && (kind === 'Pod' || kind === 'Node')
}

/** A JSON patch whose paths start at a member. */
function belowRoot(value: JSONValue, root: string): JSONValue {
  if (!Array.isArray(value)) throw new TemplateError('the template is no list of operations')
  if (root === '') return value
  return value.map((operation: JSONValue) => {
    if (typeof operation !== 'object' || operation === null || Array.isArray(operation)) return operation
    const { path } = operation as JSONObject
    return { ...(operation as JSONObject), path: `/${root}${typeof path === 'string' ? path : ''}` }
  })
}

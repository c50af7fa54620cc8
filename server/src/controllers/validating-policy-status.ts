import type { Client } from '@apimachinery/client'
import { type ExpressionWarning, ValidatingAdmissionPolicy } from 'apimachinery/api/admissionregistration/v1'
import { checkAdmissionTypes, dynType, type StaticType } from 'apimachinery/openapi/cel'
import { getGeneration, getName, getUID } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from './controller.js'
import { type CheckedKind, kindsOf, paramKindOf, typeOf } from './policy-types.js'

const name = 'validatingadmissionpolicy-status'

/**
 * Reports in the status of validating policies which of their expressions do not fit their kinds. The warnings do not
 * change the effect of a policy.
 *
 * Source: pkg/controller/validatingadmissionpolicystatus of Kubernetes.
 */
export function validatingPolicyStatusController(context: ControllerContext): Controller {
  const { client, informers } = context
  const informer = informers.informerFor(ValidatingAdmissionPolicy)

  async function reconcile(key: string): Promise<undefined> {
    const policy = informer.lister.getByKey(key)
    if (policy === undefined || isDeleting(policy)) return
    const generation = Number(getGeneration(policy) ?? 0)
    if (generation <= (policy.status?.observedGeneration ?? 0)) return
    const expressionWarnings = await typeWarnings(policy, client)
    const status = { observedGeneration: generation, typeChecking: { expressionWarnings } }
    const applied = new ValidatingAdmissionPolicy({ metadata: { name: getName(policy), uid: getUID(policy) }, status })
    await client.resource(ValidatingAdmissionPolicy).applyStatus(applied, { fieldManager: name, force: true })
  }

  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (policy: ValidatingAdmissionPolicy) => loop.add(getName(policy))
      informer.addEventHandler({ onAdd: add, onUpdate: (_old, policy) => add(policy) })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

/** The type errors of a policy's validations, for each kind that it may apply to. */
export async function typeWarnings(policy: ValidatingAdmissionPolicy, client: Client): Promise<ExpressionWarning[]> {
  // The served resources may have changed since the last policy.
  client.discovery.invalidate()
  const kinds: CheckedKind[] = []
  for (const kind of await kindsOf(policy, client)) {
    const type = await typeOf(kind, client)
    if (type !== undefined) kinds.push({ kind, type })
  }
  const paramKind = paramKindOf(policy)
  const params = paramKind && (await typeOf(paramKind, client))
  const check = (fieldRef: string, expression: string | undefined): ExpressionWarning[] => {
    if (!expression) return []
    const results = kinds.flatMap(({ kind, type }) => {
      const found = problem(policy, expression, { object: type, params, hasParams: paramKind !== undefined })
      return found === undefined ? [] : [`${kind.toString()}: ${found}\n`]
    })
    return results.length === 0 ? [] : [{ fieldRef, warning: results.join('\n') }]
  }
  return (policy.spec?.validations ?? []).flatMap(({ expression, messageExpression }, index) => [
    ...check(`spec.validations[${index}].expression`, expression),
    ...check(`spec.validations[${index}].messageExpression`, messageExpression),
  ])
}

interface KnownTypes {
  readonly object: StaticType
  readonly params: StaticType | undefined
  readonly hasParams: boolean
}

function problem(
  { spec }: ValidatingAdmissionPolicy,
  expression: string,
  { object, params, hasParams }: KnownTypes,
): string | undefined {
  const shared = { params: hasParams, authorizer: true, types: { object, params } }
  const variables = new Map<string, StaticType>()
  for (const { name: variable = '', expression: text = '' } of spec?.variables ?? []) {
    const checked = checkAdmissionTypes(text, { ...shared, variables: new Map(variables) })
    variables.set(variable, 'type' in checked ? checked.type : dynType)
  }
  const checked = checkAdmissionTypes(expression, { ...shared, variables })
  return 'error' in checked ? checked.error : undefined
}

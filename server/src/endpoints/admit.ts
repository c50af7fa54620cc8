import { dedupOwnerReferences } from 'apimachinery/api/strategies'
import { messageOf } from 'apimachinery/errors'
import { checkManagedFields } from 'apimachinery/managedfields'
import { ensureMetadata } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import { type AdmissionAttributes, newAdmissionAttributes, type Operation } from '../admission/attributes.js'
import { isDryRun } from '../registry/dry-run.js'
import { readMetadata } from '../registry/read-metadata.js'
import { objectInterfaces } from './object-interfaces.js'
import type { EndpointContext } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'

/** The facts about a request for admission. */
export interface AdmissionRequest {
  readonly operation: Operation
  readonly name: string
  readonly object?: KubernetesObject | undefined
  readonly oldObject?: KubernetesObject | undefined
  readonly options?: (KubernetesObject & { readonly dryRun?: readonly string[] | undefined }) | undefined
}

function attributesOf(scope: ResourceScope, context: EndpointContext, request: AdmissionRequest): AdmissionAttributes {
  const { operation, name, object, oldObject, options } = request
  return newAdmissionAttributes({
    operation,
    name,
    object,
    oldObject,
    options,
    kind: scope.kind,
    resource: scope.resource,
    subresource: scope.subresource,
    namespace: context.namespace,
    dryRun: options !== undefined && isDryRun(options),
    user: context.user,
    objects: objectInterfaces(scope),
  })
}

/** Runs the mutating plugins and returns the resulting object; invalid managed fields are repaired. */
export async function admitMutating(
  scope: ResourceScope,
  context: EndpointContext,
  request: AdmissionRequest & { readonly object: KubernetesObject },
): Promise<KubernetesObject> {
  const { admission } = scope
  if (admission.admit === undefined || !admission.handles(request.operation)) return request.object
  const attributes = attributesOf(scope, context, request)
  const before = readMetadata(request.object).managedFields
  await admission.admit(attributes, context)
  const object = attributes.object ?? request.object
  // If no plugin replaced them, they are those of the field manager.
  if (readMetadata(object).managedFields === before) return object
  try {
    checkManagedFields(readMetadata(object).managedFields as never)
  } catch (error) {
    const metadata = ensureMetadata(object)
    if (before === undefined) delete metadata.managedFields
    else metadata.managedFields = before
    context.warnings.addWarning(
      '',
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${messageOf(error)}`,
    )
  }
  return object
}

/** Runs the validating plugins. */
export async function admitValidating(
  scope: ResourceScope,
  context: EndpointContext,
  request: AdmissionRequest,
): Promise<void> {
  const { admission } = scope
  if (admission.validate === undefined || !admission.handles(request.operation)) return
  const name = request.name || (request.object === undefined ? '' : (readMetadata(request.object).name ?? ''))
  await admission.validate(attributesOf(scope, context, { ...request, name }), context)
}

/** Both, for operations whose object cannot be changed. */
export async function admitDeletion(
  scope: ResourceScope,
  context: EndpointContext,
  request: AdmissionRequest,
): Promise<void> {
  const { admission } = scope
  if (!admission.handles(request.operation)) return
  const attributes = attributesOf(scope, context, request)
  await admission.admit?.(attributes, context)
  await admission.validate?.(attributes, context)
}

/** Removes duplicate owner references, with a warning. */
export function dedupWithWarning(context: EndpointContext, object: KubernetesObject, afterAdmission: boolean): void {
  const warning = dedupOwnerReferences(object, afterAdmission)
  if (warning !== undefined) context.warnings.addWarning('', warning)
}

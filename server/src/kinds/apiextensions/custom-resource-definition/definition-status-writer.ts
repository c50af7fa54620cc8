import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { type FieldManager, newDefaultFieldManager } from 'apimachinery/managedfields'
import { UpdateOptions } from 'apimachinery/meta/v1'
import { getName, getUID, type Scheme, withoutMembers } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'
import type { ControllerContext } from '../../../customresources/controllers/controller-context.js'
import { draftOf } from '../../../customresources/definition-draft.js'
import type { SubresourceStore } from '../../../registry/subresource-store.js'
import type { RequestContext } from '../../../request/request-context.js'

/** What the status of definitions is written with. */
export interface StatusWriterOptions {
  readonly store: SubresourceStore<CustomResourceDefinition>
  readonly scheme: Scheme
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

const manager = 'kube-apiserver'

/**
 * Writes the status and the finalizers of definitions for the controllers of this server, below the endpoints: a request would read and
 * write the whole schema each time.
 */
export function definitionStatusWriter({
  store,
  scheme,
  clock,
  onError,
}: StatusWriterOptions): ControllerContext['updateStatus'] {
  const kind = CustomResourceDefinition.groupVersionKind
  const fields = newDefaultFieldManager({
    kind,
    hub: kind.groupVersion(),
    scheme,
    subresource: 'status',
    ...(store.resetFields !== undefined && { resetFields: store.resetFields }),
    clock,
  })
  return async (wanted) => {
    const context = contextFor(wanted, clock)
    try {
      const { result } = await store.update(context, getName(wanted), {
        options: new UpdateOptions({ fieldManager: manager }),
        uid: getUID(wanted),
        updatedObject: async (current) => managed(fields, { current: current?.object, wanted, onError }),
      })
      return draftOf(result.object)
    } catch (error) {
      if (isNotFound(error) || isConflict(error)) return undefined
      throw error
    }
  }
}

interface StatusChange {
  readonly current: CustomResourceDefinition | undefined
  readonly wanted: CustomResourceDefinition
  readonly onError: (error: unknown) => void
}

/** What is to be stored: the current `spec` with the wanted status, and the fields that this server owns of it. */
function managed(fields: FieldManager, { current, wanted, onError }: StatusChange): CustomResourceDefinition {
  const next = draftOf(wanted)
  if (current === undefined) return next
  // The spec does not change, and so no manager's fields in it do.
  const live = withoutMembers(current, 'spec')
  const { metadata } = fields.updateNoErrors(live, withoutMembers(next, 'spec'), { manager, onError })
  next.spec = current.spec
  if (metadata !== undefined) next.metadata = metadata
  return next
}

function contextFor({ metadata }: CustomResourceDefinition, clock: Clock): RequestContext {
  const { group, version } = CustomResourceDefinition.groupVersionKind
  return {
    info: {
      isResourceRequest: true,
      path: '',
      verb: 'update',
      apiPrefix: 'apis',
      apiGroup: group,
      apiVersion: version,
      namespace: '',
      resource: 'customresourcedefinitions',
      subresource: 'status',
      name: metadata?.name ?? '',
      parts: [],
    },
    namespace: '',
    apiVersion: `${group}/${version}`,
    signal: new AbortController().signal,
    clock,
  }
}

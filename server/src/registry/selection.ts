import type { Selector as FieldSelector } from 'apimachinery/fields'
import type { Selector as LabelSelector } from 'apimachinery/labels'
import { validateNamespaceName } from 'apimachinery/validation'
import type { SelectionPredicate } from '../storage/storage.js'
import type { Attributes } from '../storage/stored-object.js'
import type { ListRequest } from './resource-storage.js'

/** The part of a collection that a request selects. */
export interface Selection {
  readonly predicate: SelectionPredicate
  /** The namespace, where the request or its field selector names one. */
  readonly namespace: string
  /** The name, if the field selector selects one. */
  readonly name: string | undefined
}

const selectsAll: SelectionPredicate = { empty: true, matches: () => true }

/** Reads the selectors of a request. Source: `ListPredicate` and `WatchPredicate` of upstream's generic store. */
export function selectionOf(request: ListRequest, namespace: string): Selection {
  const { labelSelector, fieldSelector } = request
  const labels = labelSelector?.isEmpty() === false ? labelSelector : undefined
  const fields = fieldSelector?.isEmpty() === false ? fieldSelector : undefined
  // A later page is one of the whole collection: its token is read, and refused where it is none.
  const isLaterPage = request.continue !== undefined && request.continue !== ''
  return {
    predicate: labels === undefined && fields === undefined ? selectsAll : predicateOf(labels, fields),
    namespace: namespace || (isLaterPage ? '' : namespaceIn(fields)),
    name: isLaterPage ? undefined : fields?.requiresExactMatch('metadata.name'),
  }
}

function predicateOf(labels: LabelSelector | undefined, fields: FieldSelector | undefined): SelectionPredicate {
  const requiredFields = fields === undefined ? undefined : requiredIn(fields)
  return {
    empty: false,
    matches: (attributes: Attributes) =>
      (labels === undefined || labels.matches(attributes.labels)) &&
      (fields === undefined || fields.matches(attributes.fields)),
    requiredFields,
  }
}

function requiredIn(fields: FieldSelector): Record<string, string> {
  const required: Record<string, string> = {}
  for (const { field, operator, value } of fields.requirements()) {
    if (operator === '=') required[field] = value
  }
  return required
}

function namespaceIn(fields: FieldSelector | undefined): string {
  const namespace = fields?.requiresExactMatch('metadata.namespace') ?? ''
  return namespace !== '' && validateNamespaceName(namespace, false).length === 0 ? namespace : ''
}

import { ListOptions } from 'apimachinery/meta/v1'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { Route } from '../endpoints/route.js'
import type { Operation, OperationParameter } from './operation.js'
import { parametersOf } from './option-parameters.js'

const mediaTypes = ['application/json', 'application/yaml']
const read: readonly OperationParameter[] = [{ name: 'resourceVersion', in: 'query', type: 'string' }]

/**
 * An operation of a custom resource, made of what it would be for a built-in kind.
 *
 * Source: `buildRoute` of k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder.
 */
export function customResourceOperation(operation: Operation, { verb }: Route, kind: GroupVersionKind): Operation {
  const { body, responses, ...common } = operation
  const shared: Operation = { ...common, produces: mediaTypes, kind, responses }
  const consuming = { ...shared, consumes: mediaTypes, body }
  switch (verb) {
    case 'GET':
      return { ...consuming, parameters: withOptions(operation, read) }
    case 'LIST':
      return { ...consuming, description: `list objects of kind ${kind.kind}` }
    case 'DELETECOLLECTION': {
      const listed = parametersOf(ListOptions)
      return { ...shared, consumes: mediaTypes, parameters: withOptions(withoutOptions(operation), listed) }
    }
    case 'PATCH':
      return { ...shared, body, responses: new Map([...responses].slice(0, 1)) }
    default:
      return consuming
  }
}

function withoutOptions({ parameters }: Operation): Pick<Operation, 'parameters'> {
  return { parameters: parameters.filter((each) => each.in === 'path' || each.name === 'pretty') }
}

function withOptions(
  { parameters }: Pick<Operation, 'parameters'>,
  more: readonly OperationParameter[],
): readonly OperationParameter[] {
  return [...parameters, ...more].sort((a, b) => (a.name < b.name ? -1 : 1))
}

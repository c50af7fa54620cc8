import { defaultStrategy, defineResource, type ResourceStorage, type Store } from '@apimachinery/server/registry'
import type { Scheme } from 'apimachinery/runtime'
import { fieldPath, forbidden, invalid } from 'apimachinery/validation'
import { Fischer } from '../wardle/generated/v1alpha1/index.gen.js'
import { Flunder } from '../wardle/generated/v1beta1/index.gen.js'

const spec = fieldPath('spec')

/** The resources of the group. Flunders are kept in version v1beta1; fischers have only v1alpha1. */
export function flunderResources(scheme: Scheme) {
  return [
    defineResource(Flunder, {
      strategy: flunderStrategy(scheme),
      columns: [
        { name: 'Reference', type: 'string', jsonPath: '.spec.flunderReference' },
        { name: 'Appetite', type: 'integer', jsonPath: '.spec.appetite' },
      ],
      selectableFields: ({ spec }) => ({ 'spec.referenceType': spec.referenceType }),
      subresourceStorage: (store) => ({ waters: watersOf(store) }),
    }),
    defineResource(Fischer),
  ]
}

/** The usual strategy, and rules of our own: one reference, and of one type for ever. */
function flunderStrategy(scheme: Scheme) {
  const usual = defaultStrategy(Flunder, scheme)
  const oneReference = ({ spec: { flunderReference, fischerReference } }: Flunder) =>
    flunderReference && fischerReference
      ? [
          invalid(
            spec.child('fischerReference'),
            fischerReference,
            'cannot be set with flunderReference at the same time',
          ),
        ]
      : []
  return {
    ...usual,
    validate: (object: Flunder) => [...usual.validate(object, undefined as never), ...oneReference(object)],
    validateUpdate: (object: Flunder, old: Flunder) => [
      ...usual.validateUpdate(object, old, undefined as never),
      ...oneReference(object),
      ...(object.spec.referenceType === old.spec.referenceType
        ? []
        : [forbidden(spec.child('referenceType'), 'may not be changed')]),
    ],
  }
}

/** `flunders/<name>/waters`: a text, for who connects with GET. */
function watersOf(store: Store<Flunder>): ResourceStorage {
  return {
    type: Flunder,
    namespaced: true,
    producesMediaTypes: ['text/plain'],
    connector: {
      methods: ['GET'],
      async connect(context, name) {
        const { object } = await store.get(context, name, {})
        const lines = (object.spec.waters ?? []).map(({ name, depth }) => `${name}, ${depth} m deep\n`)
        return async (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
          response.end(new TextEncoder().encode(lines.join('') || 'no waters\n'))
        }
      },
    },
  }
}

import { Namespace } from 'apimachinery/api/core/v1'
import { newForbidden } from 'apimachinery/errors'
import { fieldPath, invalid } from 'apimachinery/validation'
import { namespaceLifecycle } from '../../../src/admission/plugins/namespace-lifecycle.js'
import { bearerTokenAuthenticator } from '../../../src/authentication/bearer-token.js'
import { tokenFileAuthenticator } from '../../../src/authentication/token-file.js'
import { defaultStrategy } from '../../../src/registry/default-strategy.js'
import { defineResource } from '../../../src/registry/define-resource.js'
import { GroupServer } from '../../../src/server/group-server.js'
import { Loopback } from '../../../src/server/loopback.js'
import { Fischer, Flunder, FlunderAlpha, wardleScheme } from './wardle-kinds.js'

/** The token of a user with all permissions. */
export const token = 'sample-token'

const spec = fieldPath('spec')
const namespaces = new Map([['default', new Namespace({ metadata: { name: 'default' } })]])
const liveNamespace = async (name: string): Promise<Namespace | undefined> => namespaces.get(name)
const lifecycles = { v1alpha1: { deprecated: '1.3', removed: '1.10' } }

/** What k8s.io/sample-apiserver serves, on this package. */
export async function startWardleServer(): Promise<GroupServer> {
  const scheme = wardleScheme()
  const usual = defaultStrategy(Flunder, scheme)
  const withoutStatus = { ...usual, subresources: {} }
  const loopback = new Loopback()
  const client = loopback.client()
  return GroupServer.start({
    release: '1.36',
    loopback,
    scheme,
    authenticator: bearerTokenAuthenticator(tokenFileAuthenticator(`${token},admin,,"system:masters"`)),
    resources: [
      defineResource(Flunder, {
        storageVersion: FlunderAlpha.groupVersionKind,
        lifecycles,
        strategy: {
          ...withoutStatus,
          allowUnconditionalUpdate: false,
          prepareForCreate: () => {},
          prepareForUpdate: () => {},
          validate: problems,
          validateUpdate: () => [],
        },
      }),
      defineResource(Fischer, {
        lifecycles,
        strategy: {
          ...defaultStrategy(Fischer, scheme),
          allowUnconditionalUpdate: false,
          prepareForCreate: () => {},
          prepareForUpdate: () => {},
        },
      }),
    ],
    admission: [
      namespaceLifecycle({ namespaces: { get: (_, name) => namespaces.get(name) }, liveNamespace }),
      {
        handles: (operation) => operation === 'CREATE',
        async validate({ resource, name, object }) {
          if (resource.resource !== 'flunders') return
          const wanted = name || (object as { metadata?: { name?: string } }).metadata?.name || ''
          const { items } = await client.resource(Fischer).list()
          if (items.some(({ disallowedFlunders }) => disallowedFlunders?.includes(wanted))) {
            throw newForbidden(
              resource,
              wanted,
              new Error('this name may not be used, please change the resource name'),
            )
          }
        },
      },
    ],
  })
}

/** The rules of the sample for references. */
function problems({ spec: { flunderReference = '', fischerReference = '', referenceType = '' } = {} }: Flunder) {
  const at = (name: string, value: string, detail: string) => invalid(spec.child(name), value, detail)
  const found = []
  if (flunderReference !== '' && fischerReference !== '') {
    found.push(at('fischerReference', fischerReference, 'cannot be set with flunderReference at the same time'))
  } else if (flunderReference !== '' && referenceType !== 'Flunder') {
    found.push(at('flunderReference', flunderReference, 'cannot be set if referenceType is not Flunder'))
  } else if (fischerReference !== '' && referenceType !== 'Fischer') {
    found.push(at('fischerReference', fischerReference, 'cannot be set if referenceType is not Fischer'))
  } else if (fischerReference === '' && referenceType === 'Fischer') {
    found.push(at('fischerReference', fischerReference, 'cannot be empty if referenceType is Fischer'))
  } else if (flunderReference === '' && referenceType === 'Flunder') {
    found.push(at('flunderReference', flunderReference, 'cannot be empty if referenceType is Flunder'))
  }
  if (!['', 'Fischer', 'Flunder'].includes(referenceType)) {
    found.push(at('referenceType', referenceType, 'must be Flunder or Fischer'))
  }
  return found
}

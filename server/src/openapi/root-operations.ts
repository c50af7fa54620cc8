import { APIGroup, APIGroupList, APIVersions } from 'apimachinery/meta/v1'
import type { Operation, SchemaTarget } from './operation.js'
import { capital, groupWord } from './operation-names.js'

const types = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']

interface Document {
  readonly id: string
  readonly description: string
  readonly tag: string
  readonly schema: SchemaTarget
  readonly produces?: readonly string[] | undefined
  /** Those of {@link produces} where absent. */
  readonly consumes?: readonly string[] | undefined
}

/** Name of the definition of `/version`. */
export const versionDefinition = 'io.k8s.apimachinery.pkg.version.Info'

function document({ id, description, tag, schema, produces = types, consumes = produces }: Document): Operation {
  const responses = new Map([[200, { description: 'OK', schema }]])
  return { method: 'get', id, description, tag, consumes, produces, parameters: [], responses }
}

const openIDDocuments: readonly (readonly [string, Document])[] = [
  [
    '.well-known/openid-configuration',
    {
      id: 'getServiceAccountIssuerOpenIDConfiguration',
      description: 'get the OpenID configuration of the issuer of service account tokens',
      tag: 'WellKnown',
      schema: 'string',
      produces: ['application/json'],
      consumes: [],
    },
  ],
  [
    'openid/v1/jwks',
    {
      id: 'getServiceAccountIssuerOpenIDKeyset',
      description: 'get the keys that verify service account tokens',
      tag: 'openid',
      schema: 'string',
      produces: ['application/jwk-set+json'],
      consumes: [],
    },
  ],
]

/** Documents served beside group versions. */
export interface RootDocuments {
  readonly groups: readonly string[]
  /** Whether others can read how tokens of service accounts are verified. */
  readonly openID: boolean
}

/** Operations of documents that belong to no version, by the name that `/openapi/v3` gives their document. */
export function rootOperations({ groups, openID }: RootDocuments): Map<string, Map<string, Operation[]>> {
  const documents = new Map<string, Map<string, Operation[]>>()
  const add = (name: string, facts: Document) => documents.set(name, new Map([[`/${name}/`, [document(facts)]]]))
  const description = 'get available API versions'
  add('api', { id: 'getCoreAPIVersions', description, tag: 'core', schema: APIVersions })
  add('apis', { id: 'getAPIVersions', description, tag: 'apis', schema: APIGroupList })
  for (const group of groups) {
    const word = groupWord(group)
    const id = `get${capital(word)}APIGroup`
    add(`apis/${group}`, { id, description: 'get information of a group', tag: word, schema: APIGroup })
  }
  add('version', {
    id: 'getCodeVersion',
    description: 'get the version information for this server',
    tag: 'version',
    schema: versionDefinition,
    produces: ['application/json'],
  })
  if (openID) for (const [name, facts] of openIDDocuments) add(name, facts)
  return documents
}

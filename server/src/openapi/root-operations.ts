import { APIGroup, APIGroupList, APIVersions } from 'apimachinery/meta/v1'
import type { Operation, SchemaTarget } from './operation.js'
import { capital, groupWord } from './operation-names.js'

const types = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']

interface Document {
  readonly id: string
  readonly description: string
  readonly tag: string
  readonly schema: SchemaTarget
  readonly produces?: readonly string[]
}

/** Name of the definition of `/version`. */
export const versionDefinition = 'io.k8s.apimachinery.pkg.version.Info'

function document({ id, description, tag, schema, produces = types }: Document): Operation {
  const responses = new Map([[200, { description: 'OK', schema }]])
  return { method: 'get', id, description, tag, consumes: produces, produces, parameters: [], responses }
}

/** Operations of documents that belong to no version, by the name that `/openapi/v3` gives their document. */
export function rootOperations(groups: readonly string[]): Map<string, Map<string, Operation[]>> {
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
  return documents
}

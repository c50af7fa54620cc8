import type { QueryParameter } from '../route.js'
import { integer, listSchema, objectSchema, text } from './schema.js'

export const loggedRequest = objectSchema(
  {
    number: integer('Grows by one with each request of the cluster.', 1),
    method: text('Method of HTTP.'),
    url: text('Path and query.'),
    verb: text('Verb of RBAC; the lower-case method of paths that are no resources.'),
    group: text('API group.'),
    version: text('API version.'),
    resource: text('Resource, in plural.'),
    subresource: text('Subresource.'),
    namespace: text('Namespace.'),
    name: text('Name of the object.'),
    user: text('Name of the user; empty without.'),
    userAgent: text('User-Agent.'),
    status: integer('Status of the answer; absent before it, and where the connection was cut.', 100),
  },
  [
    'number',
    'method',
    'url',
    'verb',
    'group',
    'version',
    'resource',
    'subresource',
    'namespace',
    'name',
    'user',
    'userAgent',
  ],
)

export const requestList = listSchema(loggedRequest, { last: integer('The largest number so far.') })

export const requestCount = objectSchema({ count: integer('How many requests.') }, ['count'])

/** The parameters that select requests. */
export const matchParameters = {
  verb: { schema: text('Verbs.'), repeated: true, description: 'Verbs of RBAC.' },
  resource: { schema: text('Resources.'), repeated: true, description: 'pods, deployments.apps, pods/status.' },
  namespace: { schema: text('Namespace.'), description: 'Namespace of the request.' },
  name: { schema: text('Name.'), description: 'Name of the object.' },
  user: { schema: text('User.'), description: 'Name of the user.' },
} satisfies Record<string, QueryParameter>

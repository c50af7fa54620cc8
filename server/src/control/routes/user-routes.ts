import { newAlreadyExists } from 'apimachinery/errors'
import type { UserSpec } from '../cluster-spec.js'
import { invalidField, missing } from '../control-errors.js'
import { type Operation, operation } from '../route.js'
import { addedUser, user, userList } from '../schemas/user-schemas.js'

const path = '/clusters/{cluster}/users'

/** Operations on the users of a cluster. */
export const userRoutes: readonly Operation[] = [
  operation<UserSpec>({
    id: 'addUser',
    method: 'POST',
    path,
    summary: 'Adds a user with a token.',
    body: user,
    answer: addedUser,
    status: 201,
    errors: [404, 409],
    run: async ({ clusters, params, body }) => {
      const cluster = clusters.get(params.cluster!)
      const { users } = cluster.server
      if (users.get(body.name) !== undefined) {
        throw newAlreadyExists({ group: 'apimachinery.dev', resource: 'users' }, body.name)
      }
      return cluster.describeUser(users.add(body.name, body))
    },
  }),
  operation({
    id: 'listUsers',
    method: 'GET',
    path,
    summary: 'Lists the users.',
    answer: userList,
    errors: [404],
    run: async ({ clusters, params }) => {
      const cluster = clusters.get(params.cluster!)
      return { items: cluster.server.users.list().map((each) => cluster.describeUser(each)) }
    },
  }),
  operation({
    id: 'getUser',
    method: 'GET',
    path: `${path}/{user}`,
    summary: 'Reads a user.',
    answer: addedUser,
    errors: [404],
    run: async ({ clusters, params }) => {
      const cluster = clusters.get(params.cluster!)
      const found = cluster.server.users.get(params.user!)
      if (found === undefined) throw missing('users', params.user!)
      return cluster.describeUser(found)
    },
  }),
  operation({
    id: 'removeUser',
    method: 'DELETE',
    path: `${path}/{user}`,
    summary: 'Removes a user: its token is not valid any more.',
    errors: [404, 422],
    run: async ({ clusters, params }) => {
      const name = params.user!
      const { users } = clusters.get(params.cluster!).server
      if (name === 'admin') throw invalidField('user', name, 'admin cannot be removed')
      if (!users.remove(name)) throw missing('users', name)
    },
  }),
]

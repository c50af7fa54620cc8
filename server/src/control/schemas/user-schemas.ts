import { listSchema, mapOf, objectSchema, text, texts } from './schema.js'

const properties = {
  name: { type: 'string', minLength: 1, description: 'Name of the user.' },
  groups: texts('Groups beside system:authenticated.'),
  uid: text('Unique id of the user.'),
  extra: mapOf({ type: 'array', items: { type: 'string' } }, 'More about the user.'),
}

export const user = objectSchema(properties, ['name'])

export const addedUser = objectSchema(
  { ...properties, token: text('Bearer token.'), kubeconfig: text('Text of a kubeconfig.') },
  ['name', 'groups', 'uid', 'extra', 'token', 'kubeconfig'],
)

export const userList = listSchema(addedUser)

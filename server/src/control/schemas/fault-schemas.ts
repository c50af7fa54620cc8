import type { JSONSchemaProps } from 'apimachinery/openapi'
import { anyObject, flag, integer, listSchema, objectSchema, text } from './schema.js'

function textOrTexts(description: string): JSONSchemaProps {
  return { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], description }
}

const match = {
  verb: textOrTexts('Verbs of RBAC.'),
  resource: textOrTexts('pods, deployments.apps, pods/status.'),
  namespace: text('Namespace of the request.'),
  name: text('Name of the object.'),
  user: text('Name of the user.'),
}

const properties = {
  ...match,
  latency: integer("Milliseconds of the cluster's clock to wait before anything else."),
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'Answer with this status instead.' },
  retryAfter: integer('Seconds of Retry-After.'),
  error: anyObject('Answer with this Status instead.'),
  cut: {
    type: 'string',
    enum: ['before', 'after'],
    description: 'Cut the connection before the request is processed, or after.',
  },
  stale: flag('Answer reads with the objects of the moment when the fault was added.'),
  after: integer('How many matching requests pass first. Default: 0.'),
  times: integer('How many requests are hit. Default: all.', 1),
} satisfies Record<string, JSONSchemaProps>

export const fault = objectSchema(properties)

export const addedFault = objectSchema(
  { ...properties, id: text('Id of the fault.'), hits: integer('How many requests it has hit.') },
  ['id', 'hits'],
)

export const faultList = listSchema(addedFault)

export const cutSpec = objectSchema({
  ...match,
  cleanly: flag('End them as a server does at the end of their time.'),
})

export const cutAnswer = objectSchema({ cut: integer('How many watches were cut.') }, ['cut'])

export const watchCount = objectSchema({ open: integer('How many watches are open.') }, ['open'])

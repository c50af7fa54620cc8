import { loadEntry } from '../harness/modules.mjs'
import { makePodList } from '../payload/pods.mjs'

const parsing = 'JSON.parse of the same objects'

const text = { type: 'string' }
const name = { type: 'string', maxLength: 253, pattern: '^[a-zA-Z0-9]([-._a-zA-Z0-9]*[a-zA-Z0-9])?$' }
const texts = { type: 'object', additionalProperties: text }

/** The schema that an object would have as a custom resource: types, names with patterns, bounds and enumerations. */
function schemaOf(values) {
  const present = values.filter((value) => value !== undefined && value !== null)
  const [first] = present
  if (first === undefined) return { 'x-kubernetes-preserve-unknown-fields': true }
  if (Array.isArray(first)) return { type: 'array', maxItems: 1024, items: schemaOf(present.flat()) }
  if (typeof first === 'object') return objectSchema(present)
  if (typeof first === 'number')
    return { type: 'integer', format: 'int64', minimum: Math.min(...present), maximum: Math.max(...present) }
  if (typeof first === 'boolean') return { type: 'boolean' }
  return { type: 'string', maxLength: 4096 }
}

function objectSchema(objects) {
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  const everywhere = [...names].filter((key) => objects.every((object) => Object.hasOwn(object, key)))
  const property = (key) => {
    if (key === 'name') return name
    if (key === 'fieldsV1') return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    return schemaOf(objects.map((object) => object[key]))
  }
  const isMap = names.size > 30 || [...names].some((key) => /[./]/.test(key))
  if (isMap) return texts
  return {
    type: 'object',
    required: everywhere,
    properties: Object.fromEntries([...names].map((key) => [key, property(key)])),
  }
}

export const workload = {
  name: 'Schema validation',
  about: '1,000 pods as custom resources, judged by a schema with types, patterns, bounds and required fields.',
  unit: 'ms',
  async setup() {
    const { SchemaValidator, newStructural, prune, applySchemaDefaults } = await loadEntry('./openapi')
    const { compileWithAjv } = await loadEntry('./openapi/ajv')
    const { items } = makePodList(1000)
    const schema = schemaOf(items)
    const validator = new SchemaValidator(schema)
    if (items.some((item) => validator.validate(item).length > 0)) throw new Error('the schema does not fit')
    const documents = items.map((item) => JSON.stringify(item))
    const structural = newStructural(schema)
    return { items, documents, validator, ajv: compileWithAjv(schema), structural, prune, applySchemaDefaults }
  },
  operations: [
    { name: parsing, run: ({ documents }) => documents.map((document) => JSON.parse(document)) },
    {
      name: 'validate',
      baseline: parsing,
      run: ({ items, validator }) => items.map((item) => validator.validate(item)),
    },
    { name: 'ajv', baseline: parsing, run: ({ items, ajv }) => items.map((item) => ajv(item)) },
    {
      name: 'prune and default',
      baseline: parsing,
      run: ({ items, structural, prune, applySchemaDefaults }) =>
        items.map((item) => {
          applySchemaDefaults(item, structural)
          return prune(item, structural)
        }),
    },
  ],
}

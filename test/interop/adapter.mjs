// Answers the operations of the Go reference through the public API of the built package.
// Each area has its own file in ops/; add it to the imports and to the list.
import { failure } from './answer.mjs'
import { operations as errors } from './ops/errors.mjs'
import { operations as fields } from './ops/fields.mjs'
import { operations as json } from './ops/json.mjs'
import { operations as labels } from './ops/labels.mjs'
import { operations as managedfields } from './ops/managedfields.mjs'
import { operations as meta } from './ops/meta.mjs'
import { operations as options } from './ops/options.mjs'
import { operations as patch } from './ops/patch.mjs'
import { operations as quantity } from './ops/quantity.mjs'
import { operations as recode } from './ops/recode.mjs'
import { operations as scalar } from './ops/scalar.mjs'
import { operations as schema } from './ops/schema.mjs'
import { operations as validation } from './ops/validation.mjs'
import { operations as yaml } from './ops/yaml.mjs'

const areas = [
  errors,
  fields,
  json,
  labels,
  managedfields,
  meta,
  options,
  patch,
  quantity,
  recode,
  scalar,
  schema,
  validation,
  yaml,
]

const operations = new Map(areas.flatMap((area) => Object.entries(area)))

/**
 * Answers one request as the Go reference does.
 *
 * @returns the answer, `{ error }` for a failure, `undefined` for an operation that is not offered.
 */
export async function handle(request) {
  const operation = operations.get(request.op)
  if (operation === undefined) return undefined
  try {
    return await operation(request)
  } catch (error) {
    return failure(error)
  }
}

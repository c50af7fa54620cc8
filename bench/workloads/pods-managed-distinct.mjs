import { variantWorkload } from '../harness/variant-workload.mjs'

export const workload = variantWorkload('managed fields, many distinct strings', {
  managedFields: true,
  manyStrings: true,
})

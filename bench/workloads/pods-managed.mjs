import { variantWorkload } from '../harness/variant-workload.mjs'

export const workload = variantWorkload('managed fields, few distinct strings', {
  managedFields: true,
  manyStrings: false,
})

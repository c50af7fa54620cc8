import { variantWorkload } from '../harness/variant-workload.mjs'

export const workload = variantWorkload('no managed fields, few distinct strings', {
  managedFields: false,
  manyStrings: false,
})

import { variantWorkload } from '../harness/variant-workload.mjs'

export const workload = variantWorkload('no managed fields, many distinct strings', {
  managedFields: false,
  manyStrings: true,
})

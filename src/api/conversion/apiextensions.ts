import { newDefinitionSpec, oldDefinitionSpec } from '../apiextensions/custom-resource-definition/conversions.js'
import * as v1 from '../apiextensions/v1/types.gen.js'
import * as v1beta1 from '../apiextensions/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { recastWith } from './recast.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `apiextensions.k8s.io`. */
export function addApiextensionsConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ConversionReview, v1beta1.ConversionReview)
  scheme.addHub(v1.CustomResourceDefinition)
  scheme.addConversion(v1beta1.CustomResourceDefinition, v1.CustomResourceDefinition, (from) =>
    recastWith(from, v1.CustomResourceDefinition, { spec: newDefinitionSpec(from.spec) }),
  )
  scheme.addConversion(v1.CustomResourceDefinition, v1beta1.CustomResourceDefinition, (from) =>
    recastWith(from, v1beta1.CustomResourceDefinition, { spec: oldDefinitionSpec(from.spec) }),
  )
}

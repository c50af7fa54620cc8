import { Scheme } from 'apimachinery/runtime'
import { conversionHooks } from './conversion.js'
import { addToScheme } from './generated/add-to-scheme.gen.js'
import { addConversionsToScheme } from './generated/v1alpha1/conversions.gen.js'
import { addDefaultsToScheme as addDefaultsV1alpha1 } from './generated/v1alpha1/defaults.gen.js'
import { addDefaultsToScheme as addDefaultsV1beta1 } from './generated/v1beta1/defaults.gen.js'

/** Everything that is known of the group wardle.example.com. */
export function wardleScheme(): Scheme {
  const scheme = new Scheme({ name: 'wardle' })
  addToScheme(scheme)
  addConversionsToScheme(scheme, conversionHooks)
  addDefaultsV1alpha1(scheme, {
    // A reference without a type is one to a flunder; the tag +default would write the type without a reference too.
    flunderSpec: (spec) => {
      if (spec.reference !== undefined) spec.referenceType ??= 'Flunder'
    },
  })
  addDefaultsV1beta1(scheme)
  return scheme
}

// What fuzzing needs of the package, in one module.
import { isMachineryError } from 'apimachinery/errors'
import { codecs } from './surfaces/codecs.mjs'
import { patches } from './surfaces/patches.mjs'
import { schemas } from './surfaces/schemas.mjs'
import { services } from './surfaces/services.mjs'
import { texts } from './surfaces/texts.mjs'
import { measured } from './tolerate.mjs'

export { hostileInputs } from './hostile/inputs.mjs'

export const surfaces = [...texts, ...codecs, ...patches, ...schemas, ...services]

export function seedsOf({ seeds }) {
  return typeof seeds === 'function' ? seeds() : seeds
}

/** Feeds a surface; gives back what it should not have thrown, if anything, and the time of the longest step. */
export async function feed(surface, input) {
  const { error, longest } = await measured(() => surface.run(input))
  return { problem: isMachineryError(error) ? undefined : error, longest }
}

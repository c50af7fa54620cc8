// Inputs of up to a megabyte that are made to cost more than their size, by the name of the surface that reads them.
import { bytes } from './bytes.mjs'
import { patches } from './patches.mjs'
import { rules } from './rules.mjs'
import { schemas } from './schemas.mjs'
import { services } from './services.mjs'
import { texts } from './texts.mjs'
import { yaml } from './yaml.mjs'

const inputs = { ...texts, ...yaml, ...bytes, ...patches, ...schemas, ...rules, ...services }
const all = { ...inputs, 'json text': inputs['json objects'] }

/** The hostile inputs of a surface: pairs of their names and themselves. */
export function hostileInputs(surface) {
  return Object.entries(all[surface]?.() ?? {})
}

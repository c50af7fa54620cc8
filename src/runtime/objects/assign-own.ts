import { setOwn } from '../../json/json-value.js'
import { sourceTexts } from '../../json/source-texts.js'

/**
 * Copies the own enumerable properties of `source`, and hands on its source text; a `__proto__` key becomes an ordinary
 * property.
 */
export function assignOwn(target: object, source: object): void {
  for (const key of Object.keys(source)) setOwn(target, key, (source as Record<string, unknown>)[key])
  sourceTexts.handOn(source, target)
}

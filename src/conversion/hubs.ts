import type { ConversionType } from './conversion-type.js'

/** Names the types through which two others may convert. */
export interface Hubs {
  /** Candidates for the middle of a conversion, best first. */
  between(from: ConversionType, to: ConversionType): readonly ConversionType[]
  /** Reports whether a type is meant to be converted through, so that errors name it also when nothing leads there yet. */
  isHub(type: ConversionType): boolean
}

/** No type converts through another. */
export const noHubs: Hubs = { between: () => [], isHub: () => false }

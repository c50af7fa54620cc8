/** Number and wire type of the key of a map entry; keys are texts. */
export const keyTag = 0x0a

/** Number and wire type of the value of a map entry, when that is a text. */
export const textValueTag = 0x12

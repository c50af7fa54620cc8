/** Result of Cursor.unit after the end of the text. */
export const endOfText = -1

/** Reports whether a UTF-16 unit is a space or a tab. */
export function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9
}

/** Reports whether a UTF-16 unit ends a line, all other line breaks having become `\n` before. */
export function isLineBreak(unit: number): boolean {
  return unit === 10 || unit === 0x2028 || unit === 0x2029
}

/** Reports whether a line ends here: at a line break or with the text. */
export function isLineEnd(unit: number): boolean {
  return isLineBreak(unit) || unit === endOfText
}

/** Reports whether a word ends here: at a blank or with the line. */
export function isWordEnd(unit: number): boolean {
  return isBlank(unit) || isLineEnd(unit)
}

/** Reports whether a UTF-16 unit is allowed in the name of an anchor, a directive or a tag handle. */
export function isNameUnit(unit: number): boolean {
  const letter = unit | 32
  return (letter >= 97 && letter <= 122) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 45
}

/** The indicators after `|` or `>`. */
export interface BlockScalarHeader {
  readonly folded: boolean
  readonly chomp: 'strip' | 'clip' | 'keep'
}

/** The lines of a block scalar, without their indentation and their line breaks. */
export interface BlockScalarLines {
  /** Up to the last line with text; blank lines before and between are empty. */
  readonly lines: readonly string[]
  /** Blank lines after the last line with text. */
  readonly trailing: number
  /** The last line with text ends in a line break. */
  readonly terminated: boolean
}

function isBlankStart(line: string): boolean {
  const first = line.charCodeAt(0)
  return first === 32 || first === 9
}

/** Joins lines with spaces, except around blank and indented ones. */
function fold(lines: readonly string[]): string {
  let value = ''
  let previous: string | undefined
  let blanks = 0
  for (const line of lines) {
    if (line === '') {
      blanks++
      continue
    }
    if (previous !== undefined) {
      if (isBlankStart(previous) || isBlankStart(line)) value += '\n'
      else if (blanks === 0) value += ' '
    }
    value += '\n'.repeat(blanks) + line
    blanks = 0
    previous = line
  }
  return value
}

/** The value of a block scalar. */
export function readBlockScalar(
  { folded, chomp }: BlockScalarHeader,
  { lines, trailing, terminated }: BlockScalarLines,
): string {
  const text = folded ? fold(lines) : lines.join('\n')
  if (lines.length === 0) return chomp === 'keep' ? '\n'.repeat(trailing) : ''
  if (chomp === 'strip' || !terminated) return text
  return chomp === 'clip' ? `${text}\n` : text + '\n'.repeat(trailing + 1)
}

/** Common settings of kinds that are answered and never stored. */
export const answered = { allowUnconditionalUpdate: false, validate: (): [] => [], validateUpdate: (): [] => [] }

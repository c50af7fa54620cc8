/** Common settings of kinds that are answered and never stored. */
export const answered = {
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  validate: (): [] => [],
  validateUpdate: (): [] => [],
}

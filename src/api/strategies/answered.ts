/** Common settings of kinds that are answered and never stored. */
export const answered = {
  namespaced: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  validate: (): [] => [],
  validateUpdate: (): [] => [],
}

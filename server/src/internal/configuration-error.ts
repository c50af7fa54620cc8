/** A configuration file, or a value in it, that cannot be used, in upstream's words. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** Name of an image with an optional registry, in the grammar of the distribution project. */
const reference =
  /^(?:(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*(?::\d+)?\/|\[[a-fA-F0-9:]+\](?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::(\w[\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$/

/** An image ID is not a name. */
const imageID = /^[0-9a-f]{64}$/
const idLength = 64

/** The longest reference that is parsed; longer ones are not valid image names (255 characters and a digest). */
const longest = 1024
/** The longest name without registry, tag and digest. */
const longestRepository = 255
const defaultFolder = 'library/'

/** `Always` for an image with the tag `latest` or without a tag, `IfNotPresent` for any other. */
export function defaultImagePullPolicy(image: string): 'Always' | 'IfNotPresent' {
  const isID = image.length === idLength && imageID.test(image)
  const match = image.length > longest || isID ? null : reference.exec(image)
  if (match === null || isTooLong(image)) return 'IfNotPresent'
  const [, tag, digest] = match
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent'
}

/** A short reference cannot have a long name. */
function isTooLong(image: string): boolean {
  return image.length > longestRepository - defaultFolder.length && repositoryLength(image) > longestRepository
}

/** Length of the name without registry, tag and digest; names without any folder are in `library/`. */
function repositoryLength(image: string): number {
  const [name = ''] = image.split('@', 1)
  const path = name.replace(/:\w[\w.-]*$/, '')
  const slash = path.indexOf('/')
  if (slash < 0) return defaultFolder.length + path.length
  const first = path.slice(0, slash)
  const isRegistry = /[.:A-Z]/.test(first) || first === 'localhost'
  return isRegistry ? path.length - slash - 1 : path.length
}

/** Name of an image with an optional registry, in the grammar of the distribution project. */
const reference =
  /^(?:(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*(?::\d+)?\/|\[[a-fA-F0-9:]+\](?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::(\w[\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$/

/** The longest reference that is looked at; longer ones are no valid image names (255 characters and a digest). */
const longest = 1024

/** `Always` for an image tagged `latest` or not tagged at all, `IfNotPresent` for any other. */
export function defaultImagePullPolicy(image: string): 'Always' | 'IfNotPresent' {
  const match = image.length > longest ? null : reference.exec(image)
  if (match === null) return 'IfNotPresent'
  const [, tag, digest] = match
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent'
}

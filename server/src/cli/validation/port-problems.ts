const highestPort = 65_535

/** The error of a flag that has to be a port number or 0; `zeroMeaning` is the sentence that ends the message. */
export function portProblems(flag: string, port: number, zeroMeaning: string): string[] {
  if (port >= 0 && port <= highestPort) return []
  return [`--${flag} ${port} must be between 0 and ${highestPort}, inclusive. ${zeroMeaning}`]
}

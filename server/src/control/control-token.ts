import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigurationError } from '../internal/configuration-error.js'
import { privateFile, writePrivateFile } from '../internal/private-files.js'

/** The token in a file; a file that is missing is made for its owner alone, with a random token. Throws for a file without a token. */
export function controlToken(file: string): string {
  const text = contentOf(file)
  if (text !== undefined) {
    privateFile(file)
    const token = text.trim()
    if (token === '' || /\s/.test(token)) throw new ConfigurationError(`${file}: the file has no token of one word`)
    return token
  }
  const token = randomBytes(32).toString('base64url')
  writePrivateFile(file, `${token}\n`)
  return token
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

import { StorageError } from './storage-error.js'

const climbing = /^\.{1,2}$|^\.{1,2}\/|\/\.{1,2}$|\/\.{1,2}\//

/**
 * Refuses keys that are not below the prefix of the resource.
 * Source: `PrepareKey` of k8s.io/apiserver/pkg/storage.
 */
export function requireKey(key: string, resourcePrefix: string): string {
  if (climbing.test(key)) throw new StorageError('Internal', `invalid key: ${JSON.stringify(key)}`)
  if (key === '' || key === '/') throw new StorageError('Internal', `empty key: ${JSON.stringify(key)}`)
  if (!key.startsWith(resourcePrefix)) {
    const [quoted, prefix] = [key, resourcePrefix].map((text) => JSON.stringify(text))
    throw new StorageError('Internal', `invalid key: ${quoted} lacks resource prefix: ${prefix}`)
  }
  return key
}

/** The prefix of everything below a key; without the last slash `/a` would have `/ab` below it. */
export function requirePrefix(key: string, resourcePrefix: string): string {
  return requireKey(key.endsWith('/') || key === '' ? key : `${key}/`, resourcePrefix)
}

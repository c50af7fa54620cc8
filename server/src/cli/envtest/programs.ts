import { accessSync, constants } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/**
 * Finds a program by its path, or by its name in `PATH`, of which a folder is left out: suites have their assets in `PATH`, and what was
 * written there before is not the program itself.
 */
export function programs(without: string): (name: string) => string | undefined {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && resolve(folder) !== without)
  return (name) => {
    if (name.includes('/')) return executable(resolve(name))
    return folders.map((folder) => executable(resolve(folder, name))).find((file) => file !== undefined)
  }
}

function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    return undefined
  }
}

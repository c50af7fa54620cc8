import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** What of a process says where a user's data are kept. */
export interface DataPlace {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
}

/**
 * The folder for the data of a server without `--data-dir`: below the user's data folder, never in the working directory, which may be
 * a repository or the content of an image. Each port has its own, so that two servers may run.
 */
export function defaultDataFolder(port: string, place: DataPlace = ownPlace()): string {
  return join(userData(place), 'apimachinery-server', port)
}

function ownPlace(): DataPlace {
  return { environment: process.env, platform: process.platform, home: homedir() }
}

/** By the XDG base directory specification, which has relative paths ignored. */
function userData({ environment, platform, home }: DataPlace): string {
  const { XDG_DATA_HOME: data = '', LOCALAPPDATA: local = '' } = environment
  if (isAbsolute(data)) return data
  if (platform === 'win32' && local !== '') return local
  return join(home, '.local', 'share')
}

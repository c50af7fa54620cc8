import { realpathSync } from 'node:fs'

/** What the start of this process is known by. */
export interface OwnProcess {
  readonly execPath: string
  readonly argv: readonly string[]
}

/** The words that start this command again: the executable alone where it carries the command, else Node and the command's file. */
export async function ownCommand({ execPath, argv }: OwnProcess = process): Promise<readonly string[]> {
  if (await isExecutable()) return [execPath]
  return [execPath, realpathSync(argv[1]!)]
}

async function isExecutable(): Promise<boolean> {
  const { isSea } = await import('node:sea')
  return isSea()
}

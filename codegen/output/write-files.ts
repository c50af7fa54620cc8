import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { OutputFile } from './output-file.js'

/** How a folder differs from what a run would write. */
export interface OutputDifference {
  readonly path: string
  readonly reason: 'missing' | 'different' | 'stale'
}

/**
 * Writes files, each to a temporary name first and renamed when all of them are complete, so that a failed run leaves
 * the old ones. Unchanged files are not touched. Generated files of the `owned` folders that this run does not write
 * are removed.
 */
export function writeFiles(root: string, files: readonly OutputFile[], owned: readonly string[] = []): void {
  const pending: { temporary: string; target: string }[] = []
  try {
    for (const { path, text } of files) {
      const target = join(root, path)
      if (existsSync(target) && readFileSync(target, 'utf8') === text) continue
      mkdirSync(dirname(target), { recursive: true })
      const temporary = `${target}.${process.pid}.tmp`
      writeFileSync(temporary, text)
      pending.push({ temporary, target })
    }
    for (const { temporary, target } of pending) renameSync(temporary, target)
  } finally {
    for (const { temporary } of pending) rmSync(temporary, { force: true })
  }
  for (const path of staleFiles(root, files, owned)) rmSync(join(root, path))
}

/** Compares a folder with what {@link writeFiles} would write. */
export function compareFiles(
  root: string,
  files: readonly OutputFile[],
  owned: readonly string[] = [],
): OutputDifference[] {
  const differences: OutputDifference[] = []
  for (const { path, text } of files) {
    const target = join(root, path)
    if (!existsSync(target)) differences.push({ path, reason: 'missing' })
    else if (readFileSync(target, 'utf8') !== text) differences.push({ path, reason: 'different' })
  }
  return [...differences, ...staleFiles(root, files, owned).map((path) => ({ path, reason: 'stale' as const }))]
}

function staleFiles(root: string, files: readonly OutputFile[], owned: readonly string[]): string[] {
  const wanted = new Set(files.map(({ path }) => path))
  return owned.flatMap((folder) => {
    if (!existsSync(join(root, folder))) return []
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.gen.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => !wanted.has(path))
  })
}

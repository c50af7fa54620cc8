import type { FileHandle } from 'node:fs/promises'

const blockSize = 64 * 1024
const newLine = 10

/**
 * Where the last lines of a file begin; 0 for all of them. What follows the last end of a line counts as no line.
 *
 * Source: `findTailLineStartIndex` of k8s.io/cri-client/pkg/logs.
 */
export async function tailStart(file: FileHandle, lines: number | undefined): Promise<number> {
  if (lines === undefined || lines < 0) return 0
  let end = (await file.stat()).size
  let found = 0
  while (end > 0) {
    const start = Math.max(0, end - blockSize)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    for (let index = bytesRead - 1; index >= 0; index--) {
      if (buffer[index] === newLine && ++found > lines) return start + index + 1
    }
    end = start
  }
  return 0
}

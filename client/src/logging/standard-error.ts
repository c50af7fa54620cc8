/** Writes a line to standard error. The console does that: test runners say of which test a line is, and browsers have one. */
export function writeStandardError(line: string): void {
  console.error(line)
}

/** The number of this process; 0 where there is none. */
export function processId(): number {
  return (globalThis as { readonly process?: { readonly pid?: number } }).process?.pid ?? 0
}

/** A file that a back end wants to exist; `path` is relative to the output folder, with forward slashes. */
export interface OutputFile {
  readonly path: string
  readonly text: string
}

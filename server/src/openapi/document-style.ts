import type { SchemaStyle } from 'apimachinery/openapi'

/** How documents are written. */
export interface DocumentStyle extends SchemaStyle {
  /**
   * `true`: kinds that every group has, such as DeleteOptions, name all groups in each document of v3. Default: that of the
   * document, and the core group.
   */
  readonly allGroups?: boolean | undefined
}

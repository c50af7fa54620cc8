import type { SchemaStyle } from 'apimachinery/openapi'
import type { KindClass } from 'apimachinery/runtime'

/** How documents are written. */
export interface DocumentStyle extends SchemaStyle {
  /**
   * `true`: kinds that every group has, such as DeleteOptions, name all groups in each document of v3. Default: that of the
   * document, and the core group.
   */
  readonly allGroups?: boolean | undefined
  /** The description of a type that all schemes share, such as Status, as a release has it. Default: that of the library. */
  readonly sharedStruct?: ((descriptor: KindClass['descriptor']) => KindClass['descriptor']) | undefined
}

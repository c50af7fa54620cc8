import type { Pod } from 'apimachinery/api/core/v1'
import type { Newest } from './daemon-pods.js'
import type { NodeView } from './node-decisions.js'

/** What a rolling update looks at. */
export interface UpdateView extends NodeView {
  readonly newest: Newest
  readonly isAvailable: (pod: Pod) => boolean
}

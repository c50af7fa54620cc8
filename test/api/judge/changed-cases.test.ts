import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { markBigNumbers } from '../../../scripts/cases/big-numbers.js'
import type { CaseLine } from '../../../scripts/cases/case-line.js'
import { withoutCauseOrder } from '../../../scripts/cases/cause-order.js'
import { replayersOf } from '../../../scripts/cases/replayers.js'
import { releaseOf } from '../../../src/api/releases/release.js'

/** Answers of real servers to random changes of valid objects that differed here once, each with its release. */
const lines = readFileSync(join(import.meta.dirname, '../../golden/changed-cases.jsonl'), 'utf8')
  .split('\n')
  .filter((text) => text !== '')
  .map((text) => JSON.parse(markBigNumbers(text)) as CaseLine & { readonly release: string })

test.each(lines.map((line) => [`${line.release} ${line.gvr.resource} ${line.verb} ${line.field}`, line] as const))(
  '%s',
  async (_, line) => {
    const outcome = await replayersOf(releaseOf(line.release)).validation?.(line)
    expect(withoutCauseOrder(outcome?.given)).toEqual(withoutCauseOrder(outcome?.expected))
  },
)

import type { ConfigurationField } from '../document/configuration-field.js'
import type { OfObject, Stage, StageStep } from './stage.js'
import { readStageSelector } from './stage-selector.js'
import { readDurationSource, readNumberSource } from './stage-source.js'
import { readNext, readStep } from './stage-steps.js'

/** Reads a document of kind `Stage`; `undefined` for one without a selector, which is for no object. @throws InvalidField */
export function readStage(document: ConfigurationField): Stage | undefined {
  const name = document.member('metadata').member('name').requiredText()
  const spec = document
    .member('spec')
    .members([
      ...['resourceRef', 'selector', 'weight', 'weightFrom', 'delay', 'next', 'immediateNextStage', 'steps'],
    ] as const)
  const { apiGroup, kind } = spec.resourceRef!.members(['apiGroup', 'kind'])
  const matches = readStageSelector(spec.selector!)
  const steps = readSteps(spec.steps!, spec.next!)
  const weight = readNumberSource(spec.weight!.count() ?? 0, spec.weightFrom!)
  const times = readDelay(spec.delay!)
  const apiVersion = apiGroup.text() || 'v1'
  const isImmediate = spec.immediateNextStage!.boolean()
  if (matches === undefined) return undefined
  return { name, kind: { apiVersion, kind: kind.requiredText() }, matches, weight, ...times, isImmediate, steps }
}

/** `next` is the older form of `steps`. */
function readSteps(steps: ConfigurationField, next: ConfigurationField): readonly StageStep[] {
  const read = steps.items().map(readStep)
  return read.length > 0 || next.isAbsent ? read : readNext(next)
}

function readDelay(field: ConfigurationField): Pick<Stage, 'delay' | 'jitter'> {
  const none: OfObject<number> = () => undefined
  if (field.isAbsent) return { delay: none, jitter: undefined }
  const members = field.members([
    ...['durationMilliseconds', 'durationFrom', 'jitterDurationMilliseconds', 'jitterDurationFrom'],
  ] as const)
  const delay = readDurationSource(members.durationMilliseconds!.count() ?? 0, members.durationFrom!)
  const [most, mostFrom] = [members.jitterDurationMilliseconds!, members.jitterDurationFrom!]
  if (most.isAbsent && mostFrom.isAbsent) return { delay, jitter: undefined }
  return { delay, jitter: readDurationSource(most.count(), mostFrom) }
}

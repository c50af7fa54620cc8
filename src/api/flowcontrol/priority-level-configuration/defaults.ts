import type { ObjectMeta } from '../../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'
import * as v1beta3 from '../v1beta3/types.gen.js'

const shares = 30
/** Marks zero shares in v1beta3. */
const zeroShares = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'

interface Limited {
  nominalConcurrencyShares?: number | undefined
  assuredConcurrencyShares?: number | undefined
  lendablePercent?: number | undefined
  limitResponse?: { queuing?: v1.QueuingConfiguration | undefined } | undefined
}

interface PriorityLevel extends KubernetesObject {
  metadata?: ObjectMeta | undefined
  spec?: { exempt?: v1.ExemptPriorityLevelConfiguration | undefined; limited?: Limited | undefined }
}

type FillShares = (limited: Limited, level: PriorityLevel) => void

const nominal: FillShares = (limited) => {
  limited.nominalConcurrencyShares ??= shares
}
const nominalUnlessZero: FillShares = (limited, { metadata }) => {
  if (metadata?.annotations?.[zeroShares] === undefined) limited.nominalConcurrencyShares ||= shares
}
const assured: FillShares = (limited) => {
  limited.assuredConcurrencyShares ||= shares
}

/** Registers the defaults of PriorityLevelConfiguration. */
export function addPriorityLevelConfigurationDefaults(scheme: DefaultsRegistrar): void {
  const versions = [
    [v1, nominal],
    [v1beta3, nominalUnlessZero],
    [v1beta2, assured],
    [v1beta1, assured],
  ] as const
  for (const [version, fillShares] of versions) {
    withFields<PriorityLevel>(scheme, [version.PriorityLevelConfiguration], (level) =>
      defaultPriorityLevel(level, fillShares),
    )
  }
}

function defaultPriorityLevel(level: PriorityLevel, fillShares: FillShares): void {
  const { exempt, limited } = level.spec ?? {}
  if (exempt) {
    exempt.nominalConcurrencyShares ??= 0
    exempt.lendablePercent ??= 0
  }
  if (!limited) return
  fillShares(limited, level)
  limited.lendablePercent ??= 0
  const queuing = limited.limitResponse?.queuing
  if (!queuing) return
  queuing.handSize ||= 8
  queuing.queues ||= 64
  queuing.queueLengthLimit ||= 50
}

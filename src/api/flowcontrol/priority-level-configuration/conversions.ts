import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast, recastWith } from '../../conversion/recast.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'
import * as v1beta3 from '../v1beta3/types.gen.js'

/** Marks zero shares in v1beta3, where the default would be 30. */
const zeroShares = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'

interface Shares {
  readonly nominalConcurrencyShares?: number | undefined
  readonly assuredConcurrencyShares?: number | undefined
}

/** Registers the conversions of PriorityLevelConfiguration. */
export function addPriorityLevelConfigurationConversions(scheme: ConversionRegistrar): void {
  const hub = v1.PriorityLevelConfiguration
  scheme.addHub(hub)
  scheme.addConversion(v1beta3.PriorityLevelConfiguration, hub, (from) => {
    const level = recastWith(from, hub, { spec: withShares(from.spec, (limited) => limited.nominalConcurrencyShares) })
    const { [zeroShares]: zero, ...annotations } = from.metadata?.annotations ?? {}
    if (zero !== undefined) level.metadata = { ...from.metadata, annotations }
    return level
  })
  scheme.addConversion(hub, v1beta3.PriorityLevelConfiguration, (from) => {
    const level = recast(from, v1beta3.PriorityLevelConfiguration)
    const limited = from.spec?.limited
    if (limited && !limited.nominalConcurrencyShares) {
      level.metadata = { ...from.metadata, annotations: { [zeroShares]: '', ...from.metadata?.annotations } }
    }
    return level
  })
  for (const type of [v1beta1.PriorityLevelConfiguration, v1beta2.PriorityLevelConfiguration]) {
    scheme.addConversion<v1beta1.PriorityLevelConfiguration, v1.PriorityLevelConfiguration>(type, hub, (from) =>
      recastWith(from, hub, { spec: withShares(from.spec, (limited) => limited.assuredConcurrencyShares) }),
    )
    scheme.addConversion<v1.PriorityLevelConfiguration, v1beta1.PriorityLevelConfiguration>(hub, type, (from) =>
      recastWith(from, type, { spec: withAssuredShares(from.spec) }),
    )
  }
}

/** In v1 the shares are a pointer: 0 is a value. */
function withShares<T extends { limited?: object | undefined }>(
  spec: T | undefined,
  sharesOf: (limited: Shares) => number | undefined,
): object | undefined {
  if (!spec?.limited) return spec
  const { assuredConcurrencyShares: _assured, ...limited }: Shares = spec.limited
  return { ...spec, limited: { ...limited, nominalConcurrencyShares: sharesOf(spec.limited) ?? 0 } }
}

function withAssuredShares(spec: v1.PriorityLevelConfigurationSpec | undefined): object | undefined {
  if (!spec?.limited) return spec
  const { nominalConcurrencyShares, ...limited } = spec.limited
  return { ...spec, limited: { ...limited, assuredConcurrencyShares: nominalConcurrencyShares ?? 0 } }
}

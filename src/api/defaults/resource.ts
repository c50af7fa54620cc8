import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { timeFromDate } from '../../scalar/time.js'
import * as v1 from '../resource/v1/types.gen.js'
import * as v1alpha3 from '../resource/v1alpha3/types.gen.js'
import * as v1beta1 from '../resource/v1beta1/types.gen.js'
import * as v1beta2 from '../resource/v1beta2/types.gen.js'
import { type DefaultsRegistrar, withFields, withList } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

/** Settings for the defaults of `resource.k8s.io`. */
export interface ResourceDefaultsOptions {
  /** The time at which taints are added that name none. Default: now. */
  readonly now?: () => Date
}

const poolRequestLimit = 100

/** Registers the defaults of `resource.k8s.io`. */
export function addResourceDefaults(scheme: DefaultsRegistrar, options: ResourceDefaultsOptions = {}): void {
  const now = options.now ?? (() => new Date())
  for (const version of [v1, v1beta2]) {
    addClaimDefaults(scheme, version, defaultRequest)
    addSliceDefaults(scheme, version, (device: Device) => defaultDevice(device, now))
  }
  addClaimDefaults(scheme, v1beta1, defaultOldRequest)
  addSliceDefaults(scheme, v1beta1, ({ basic }: { basic?: Device | undefined }) => basic && defaultDevice(basic, now))
  for (const { DeviceTaintRule: type, DeviceTaintRuleList: list } of [v1, v1beta2, v1alpha3]) {
    withFields<TaintRule>(scheme, {
      type,
      list,
      fill: (rule) => {
        rule.spec ??= {}
        rule.spec.taint ??= {}
        defaultTaint(rule.spec.taint, now)
      },
    })
  }
  withList(scheme, {
    type: v1alpha3.ResourcePoolStatusRequest,
    list: v1alpha3.ResourcePoolStatusRequestList,
    fill: (request) => {
      request.spec ??= { driver: '' }
      request.spec.limit ??= poolRequestLimit
    },
  })
}

interface Amount {
  allocationMode?: string | undefined
  count?: number | undefined
}

interface Request extends Amount {
  deviceClassName?: string | undefined
  exactly?: Amount | undefined
  firstAvailable?: Amount[] | undefined
}

interface ClaimSpec {
  devices?: { requests?: Request[] | undefined } | undefined
}

interface Claim extends KubernetesObject {
  spec?: ClaimSpec
}

interface ClaimTemplate extends KubernetesObject {
  spec?: { spec?: ClaimSpec }
}

interface ClaimKinds {
  readonly ResourceClaim: typeof v1.ResourceClaim | typeof v1beta1.ResourceClaim
  readonly ResourceClaimList: typeof v1.ResourceClaimList | typeof v1beta1.ResourceClaimList
  readonly ResourceClaimTemplate: typeof v1.ResourceClaimTemplate | typeof v1beta1.ResourceClaimTemplate
  readonly ResourceClaimTemplateList: typeof v1.ResourceClaimTemplateList | typeof v1beta1.ResourceClaimTemplateList
}

function addClaimDefaults(scheme: DefaultsRegistrar, kinds: ClaimKinds, fill: (request: Request) => void): void {
  const fillSpec = (spec: ClaimSpec | undefined) => itemsOf(spec?.devices?.requests).forEach(fill)
  withFields<Claim>(scheme, {
    type: kinds.ResourceClaim,
    list: kinds.ResourceClaimList,
    fill: ({ spec }) => fillSpec(spec),
  })
  withFields<ClaimTemplate>(scheme, {
    type: kinds.ResourceClaimTemplate,
    list: kinds.ResourceClaimTemplateList,
    fill: ({ spec }) => fillSpec(spec?.spec),
  })
}

function defaultRequest({ exactly, firstAvailable }: Request): void {
  if (exactly) defaultAmount(exactly)
  itemsOf(firstAvailable).forEach(defaultAmount)
}

/** A request of v1beta1 is exact when it names a class. */
function defaultOldRequest(request: Request): void {
  if (request.deviceClassName) defaultAmount(request)
  itemsOf(request.firstAvailable).forEach(defaultAmount)
}

function defaultAmount(amount: Amount): void {
  amount.allocationMode ||= 'ExactCount'
  if (amount.allocationMode === 'ExactCount') amount.count ||= 1
}

interface Taint {
  timeAdded?: string | null | undefined
}

interface TaintRule extends KubernetesObject {
  spec?: { taint?: Taint }
}

interface Device {
  taints?: Taint[] | undefined
}

interface SliceKinds {
  readonly ResourceSlice: typeof v1.ResourceSlice | typeof v1beta1.ResourceSlice
  readonly ResourceSliceList: typeof v1.ResourceSliceList | typeof v1beta1.ResourceSliceList
}

function addSliceDefaults<D extends object>(
  scheme: DefaultsRegistrar,
  kinds: SliceKinds,
  fill: (device: D) => void,
): void {
  withFields<KubernetesObject & { spec?: { devices?: D[] | undefined } }>(scheme, {
    type: kinds.ResourceSlice as never,
    list: kinds.ResourceSliceList,
    fill: ({ spec }) => itemsOf(spec?.devices).forEach(fill),
  })
}

function defaultDevice(device: Device, now: () => Date): void {
  for (const taint of itemsOf(device.taints)) defaultTaint(taint, now)
}

function defaultTaint(taint: Taint, now: () => Date): void {
  taint.timeAdded ??= timeFromDate(now())
}

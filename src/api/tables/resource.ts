import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from '../resource/v1/types.gen.js'
import type { ResourcePoolStatusRequest } from '../resource/v1alpha3/types.gen.js'
import type { DeviceTaintRule } from '../resource/v1beta2/types.gen.js'
import { structsOf } from '../validation/go-values.js'
import { ageCell, cells, type RowPrinters } from './cells.js'

/** Rows of `resource.k8s.io`. Source: pkg/printers/internalversion of Kubernetes. */
export const resourcePrinters: RowPrinters = {
  DeviceClass: cells<DeviceClass>((_class, { name, age }) => [name, age]),
  DeviceTaintRule: cells<DeviceTaintRule>(({ spec }, facts) => {
    const { key, value, effect, timeAdded } = spec?.taint ?? {}
    return [facts.name, key ?? '', value ?? '', effect ?? '', ageCell(timeAdded, facts), facts.age]
  }),
  ResourceClaim: cells<ResourceClaim>((claim, { name, age }) => [name, claimState(claim), age]),
  ResourceClaimTemplate: cells<ResourceClaimTemplate>((_template, { name, age }) => [name, age]),
  ResourcePoolStatusRequest: cells<ResourcePoolStatusRequest>(poolCells),
  ResourceSlice: cells<ResourceSlice>(({ spec }, { name, age }) => [
    name,
    spec?.nodeName ?? '',
    spec?.driver ?? '',
    spec?.pool?.name ?? '',
    age,
  ]),
}

function claimState({ metadata, status }: ResourceClaim): string {
  const deleted = Boolean(metadata?.deletionTimestamp)
  const states = deleted ? ['deleted'] : []
  if (status?.allocation) {
    states.push('allocated')
    if ((status.reservedFor ?? []).length > 0) states.push('reserved')
  } else if (!deleted) {
    states.push('pending')
  }
  return states.join(',')
}

type Facts = Parameters<(typeof resourcePrinters)[string]['cells']>[1]

function poolCells({ spec, status }: ResourcePoolStatusRequest, facts: Facts): (string | number)[] {
  const pools = structsOf(status?.pools)
  const sum = (of: (pool: (typeof pools)[number]) => number | undefined): string =>
    String(pools.reduce((total, pool) => total + (of(pool) ?? 0), 0))
  const complete = structsOf(status?.conditions).find(({ type }) => type === 'Complete')
  const failed = structsOf(status?.conditions).find(({ type }) => type === 'Failed')
  const count = status?.poolCount ?? 0
  const state =
    complete?.status === 'True'
      ? `Complete (${pools.length}/${count} pools)`
      : failed?.status === 'True'
        ? 'Failed'
        : 'Pending'
  const errors = pools.filter(({ validationError }) => Boolean(validationError)).length
  return [
    facts.name,
    spec?.driver ?? '',
    sum(({ totalDevices }) => totalDevices),
    sum(({ availableDevices }) => availableDevices),
    sum(({ allocatedDevices }) => allocatedDevices),
    sum(({ unavailableDevices }) => unavailableDevices),
    String(errors),
    count,
    state,
    complete === undefined ? '' : ageCell(complete.lastTransitionTime, facts),
  ]
}

import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { resourceDeclared } from '../../declared/resource.gen.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { resetInVersions } from '../reset-fields.js'
import { DeviceTaintRule } from '../v1/types.gen.js'
import {
  validateDeviceTaintRule,
  validateDeviceTaintRuleStatusUpdate,
  validateDeviceTaintRuleUpdate,
} from './validation.js'

const versions = ['v1alpha3', 'v1beta2', 'v1']

/** Another effect applies from now on, unless the update sets the time. */
function renewTimeAdded({ spec }: DeviceTaintRule, old: DeviceTaintRule, context: StrategyContext): void {
  const taint = spec?.taint
  if (!taint || (taint.effect ?? '') === (old.spec?.taint?.effect ?? '')) return
  if ((taint.timeAdded ?? null) !== (old.spec?.taint?.timeAdded ?? null)) return
  taint.timeAdded = `${context.now().toISOString().slice(0, 19)}Z`
}

/** How a DeviceTaintRule behaves in a registry. */
export const deviceTaintRuleStrategy: KindStrategy<DeviceTaintRule> = {
  type: DeviceTaintRule,
  declared: { rules: resourceDeclared },
  allowUnconditionalUpdate: ({ apiVersion, release }) => release.minor < 37 || apiVersion !== 'resource.k8s.io/v1',
  prepareForCreate(rule) {
    rule.status = {}
    ensureMetadata(rule).generation = 1
  },
  prepareForUpdate(rule, old, context) {
    keepField(rule, old, 'status')
    renewTimeAdded(rule, old, context)
    raiseGeneration(rule, old, ['spec'])
  },
  validate: validateDeviceTaintRule,
  validateUpdate: validateDeviceTaintRuleUpdate,
  resetFields: resetInVersions(versions, 'status'),
  subresources: {
    status: {
      prepareForUpdate(rule, old) {
        keepField(rule, old, 'spec')
        resetObjectMetaForStatus(rule, old)
      },
      validateUpdate: validateDeviceTaintRuleStatusUpdate,
      resetFields: resetInVersions(versions, 'metadata', 'spec'),
    },
  },
}

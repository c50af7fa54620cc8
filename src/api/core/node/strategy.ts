import { coreDeclared } from '../../declared/core.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext, UpdateHooks } from '../../strategies/kind-strategy.js'
import { addressOptionsOf } from '../service/strict-addresses.js'
import { Node } from '../v1/types.gen.js'
import { validateNode, validateNodeUpdate, warningsForNode } from './validation.js'

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined
}

function dropDisabledFields({ spec, status }: Node, old: Node | undefined, context: StrategyContext): void {
  const on = (gate: string) => context.featureEnabled(gate)
  if (spec && !isSet(old?.spec?.configSource)) delete spec.configSource
  if (spec && !on('InPlacePodVerticalScalingSchedulerPreemption') && !isSet(old?.spec?.podPreemptionPolicy)) {
    delete spec.podPreemptionPolicy
  }
  if (!status) return
  if (old === undefined) delete status.config
  if (!on('RecursiveReadOnlyMounts') && !on('UserNamespacesSupport')) delete status.runtimeHandlers
  if (!on('SupplementalGroupsPolicy') && !isSet(old?.status?.features)) delete status.features
  if (!on('NodeDeclaredFeatures') && !isSet(old?.status?.declaredFeatures)) delete status.declaredFeatures
}

const nodeStatus: UpdateHooks<Node> = {
  prepareForUpdate(node, old, context) {
    keepField(node, old, 'spec')
    if (node.status && !isSet(old.status?.config)) delete node.status.config
    const info = node.status?.nodeInfo
    if (!info || context.featureEnabled('KubeletInUserNamespace')) return
    if (!isSet(old.status?.nodeInfo?.runningInUserNamespace)) delete info.runningInUserNamespace
  },
  validateUpdate: validateNodeUpdate,
  resetFields: { v1: [['spec']] },
}

/** How a Node behaves in a registry. */
export const nodeStrategy: KindStrategy<Node> = {
  type: Node,
  declared: { rules: coreDeclared },
  prepareForCreate: (node, context) => dropDisabledFields(node, undefined, context),
  prepareForUpdate(node, old, context) {
    keepField(node, old, 'status')
    dropDisabledFields(node, old, context)
  },
  validate: (node, context) => validateNode(node, addressOptionsOf(context)),
  validateUpdate: (node, old, context) => [
    ...validateNode(node, addressOptionsOf(context)),
    ...validateNodeUpdate(node, old),
  ],
  warningsOnCreate: warningsForNode,
  warningsOnUpdate: warningsForNode,
  selectableFields: ({ spec }) => ({ 'spec.unschedulable': String(spec?.unschedulable ?? false) }),
  resetFields: { v1: [['status']] },
  subresources: { status: nodeStatus },
}

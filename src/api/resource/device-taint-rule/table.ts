import { ageCell } from '../../tables/cells.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { DeviceTaintRule } from '../v1beta2/types.gen.js'

/** How a DeviceTaintRule is shown. */
export const deviceTaintRuleTable: KindTable<DeviceTaintRule> = {
  columns: [
    nameColumn,
    column('Key', 'string', 'The taint key to be applied to a device. Must be a label name.'),
    column('Value', 'string', 'The taint value corresponding to the taint key. Must be a label value.'),
    column(
      'Effect',
      'string',
      'The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using them.\n\nValid effects are None, NoSchedule and NoExecute. PreferNoSchedule as used for nodes is not valid here. More effects may get added in the future. Consumers must treat unknown effects like None.',
    ),
    column(
      'TimeAdded',
      'string',
      'TimeAdded represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was modified. Added automatically during create or update if not set.\n\nIn addition, in a DeviceTaintRule a value provided during an update gets replaced with the current time if the provided value is the same as the old one and the new effect is different. Changing the key and/or value while keeping the effect unchanged is possible and does not update the time stamp because the eviction which uses it is either already started (NoExecute) or not started yet (NoEffect, NoSchedule).',
    ),
    ageColumn,
  ],
  cells: ({ spec }, facts) => {
    const { key, value, effect, timeAdded } = spec?.taint ?? {}
    return [facts.name, key ?? '', value ?? '', effect ?? '', ageCell(timeAdded, facts), facts.age]
  },
}

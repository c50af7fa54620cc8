import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../v1/types.gen.js'

const table: KindTable<ValidatingWebhookConfiguration | MutatingWebhookConfiguration> = {
  columns: [
    nameColumn,
    column('Webhooks', 'integer', 'Webhooks indicates the number of webhooks registered in this configuration'),
    ageColumn,
  ],
  cells: (configuration, { name, age }) => [name, configuration.webhooks?.length ?? 0, age],
}

/** How a MutatingWebhookConfiguration is shown. */
export const mutatingWebhookConfigurationTable: KindTable<MutatingWebhookConfiguration> = table

/** How a ValidatingWebhookConfiguration is shown. */
export const validatingWebhookConfigurationTable: KindTable<ValidatingWebhookConfiguration> = table

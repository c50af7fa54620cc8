import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { VolumeAttachment } from '../v1/types.gen.js'

/** How a VolumeAttachment is shown. */
export const volumeAttachmentTable: KindTable<VolumeAttachment> = {
  columns: [
    nameColumn,
    column(
      'Attacher',
      'string/name',
      'attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by GetPluginName().',
    ),
    column('PV', 'string', 'persistentVolumeName represents the name of the persistent volume to attach.'),
    column('Node', 'string', 'nodeName represents the node that the volume should be attached to.'),
    column(
      'Attached',
      'boolean',
      'attached indicates the volume is successfully attached. This field must only be set by the entity completing the attach operation, i.e. the external-attacher.',
    ),
    ageColumn,
  ],
  cells: ({ spec, status }, { name, age }) => [
    name,
    spec?.attacher ?? '',
    spec?.source?.persistentVolumeName ?? '',
    spec?.nodeName ?? '',
    status?.attached ?? false,
    age,
  ],
}

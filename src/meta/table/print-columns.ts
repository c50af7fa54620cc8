import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import { DocumentReader } from '../discovery/document-reader.js'

/** A column of a table, as `additionalPrinterColumns` of a CustomResourceDefinition describes it. */
export interface PrintColumn {
  readonly name: string
  /** `integer`, `number`, `string`, `boolean` or `date`; cells of other types are empty. */
  readonly type: string
  readonly format?: string | undefined
  readonly description?: string | undefined
  /** 0 is always shown, more only where there is room. */
  readonly priority?: number | undefined
  /** Path from the object, such as `.spec.replicas`. */
  readonly jsonPath: string
}

const ageColumn: PrintColumn = {
  name: 'Age',
  type: 'date',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  jsonPath: '.metadata.creationTimestamp',
}

/** The columns of a kind that declares none. */
export const defaultPrintColumns: readonly PrintColumn[] = [ageColumn]

/** The columns of the scale of a custom resource. */
export const scalePrintColumns: readonly PrintColumn[] = [
  { name: 'Desired', type: 'integer', description: 'Number of desired replicas', jsonPath: '.spec.replicas' },
  { name: 'Available', type: 'integer', description: 'Number of actual replicas', jsonPath: '.status.replicas' },
  ageColumn,
]

/**
 * The columns of a version of a CustomResourceDefinition, typed or as plain JSON, `v1` or `v1beta1`;
 * {@link defaultPrintColumns} when it declares none.
 *
 * @throws {@link MachineryError} `UnknownVersion` when the definition has no such version.
 */
export function printColumnsOfCRD(crd: object, version: string): readonly PrintColumn[] {
  const spec = new DocumentReader(crd, 'crd').object('spec')
  const versions = spec?.objects('versions') ?? []
  const found = versions.find((each) => each.text('name') === version)
  if (spec === undefined || (found === undefined && spec.text('version') !== version)) {
    throw new MachineryError('UnknownVersion', `version ${quote(version)} not found in CustomResourceDefinition`)
  }
  const declared = [...(found?.objects('additionalPrinterColumns') ?? []), ...spec.objects('additionalPrinterColumns')]
  return declared.length === 0 ? defaultPrintColumns : declared.map(readColumn)
}

function readColumn(column: DocumentReader): PrintColumn {
  return {
    name: column.text('name'),
    type: column.text('type'),
    format: column.text('format'),
    description: column.text('description'),
    priority: column.number('priority'),
    jsonPath: column.text('jsonPath') || column.text('JSONPath'),
  }
}

/**
 * The parts of `metadata` that validation reads. Structural, so that instances of any generated type and plain JSON fit.
 */
export interface ObjectMetaFields {
  readonly name?: string | null
  readonly generateName?: string | null
  readonly namespace?: string | null
  readonly uid?: string | null
  readonly resourceVersion?: string | null
  readonly generation?: number | bigint | null
  readonly creationTimestamp?: string | null
  readonly deletionTimestamp?: string | null
  readonly deletionGracePeriodSeconds?: number | bigint | null
  readonly labels?: Readonly<Record<string, string>> | null
  readonly annotations?: Readonly<Record<string, string>> | null
  readonly ownerReferences?: readonly OwnerReferenceFields[] | null
  readonly finalizers?: readonly string[] | null
  readonly managedFields?: readonly ManagedFieldsEntryFields[] | null
}

/** An owner of an object. */
export interface OwnerReferenceFields {
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
  readonly uid?: string
  readonly controller?: boolean | null
  readonly blockOwnerDeletion?: boolean | null
}

/** Which fields a manager owns. */
export interface ManagedFieldsEntryFields {
  readonly manager?: string
  readonly operation?: string
  readonly fieldsType?: string
  readonly subresource?: string
}

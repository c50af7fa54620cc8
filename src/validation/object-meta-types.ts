/**
 * The parts of `metadata` that validation reads. Structural, so that instances of any generated type and plain JSON fit.
 */
export interface ObjectMetaFields {
  readonly name?: string | null | undefined
  readonly generateName?: string | null | undefined
  readonly namespace?: string | null | undefined
  readonly uid?: string | null | undefined
  readonly resourceVersion?: string | null | undefined
  readonly generation?: number | bigint | null | undefined
  readonly creationTimestamp?: string | null | undefined
  readonly deletionTimestamp?: string | null | undefined
  readonly deletionGracePeriodSeconds?: number | bigint | null | undefined
  readonly labels?: Readonly<Record<string, string>> | null | undefined
  readonly annotations?: Readonly<Record<string, string>> | null | undefined
  readonly ownerReferences?: readonly OwnerReferenceFields[] | null | undefined
  readonly finalizers?: readonly string[] | null | undefined
  readonly managedFields?: readonly ManagedFieldsEntryFields[] | null | undefined
}

/** An owner of an object. */
export interface OwnerReferenceFields {
  readonly apiVersion?: string | null | undefined
  readonly kind?: string | null | undefined
  readonly name?: string | null | undefined
  readonly uid?: string | null | undefined
  readonly controller?: boolean | null | undefined
  readonly blockOwnerDeletion?: boolean | null | undefined
}

/** Which fields a manager owns. */
export interface ManagedFieldsEntryFields {
  readonly manager?: string | null | undefined
  readonly operation?: string | null | undefined
  readonly fieldsType?: string | null | undefined
  readonly subresource?: string | null | undefined
}

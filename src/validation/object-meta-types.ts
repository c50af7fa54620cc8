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
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly name?: string | undefined
  readonly uid?: string | undefined
  readonly controller?: boolean | null | undefined
  readonly blockOwnerDeletion?: boolean | null | undefined
}

/** Which fields a manager owns. */
export interface ManagedFieldsEntryFields {
  readonly manager?: string | undefined
  readonly operation?: string | undefined
  readonly fieldsType?: string | undefined
  readonly subresource?: string | undefined
}

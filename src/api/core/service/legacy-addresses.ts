/** How addresses and networks of older fields are checked. */
export interface LegacyAddressOptions {
  /** The gate `StrictIPCIDRValidation`: refuse leading zeros, IPv4-mapped addresses, bits after the prefix. */
  readonly strict: boolean
}

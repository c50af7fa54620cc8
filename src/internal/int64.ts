/**
 * The largest signed integer of 64 bits. Written out, because bundlers cannot prove that a sum of literals has no effects.
 */
export const maxInt64 = 9223372036854775807n
/** The smallest signed integer of 64 bits. */
export const minInt64 = -9223372036854775808n
/** The largest unsigned integer of 64 bits. */
export const maxUint64 = 18446744073709551615n

/** Names after `k8s:` of the tags of declarative validation. */
export const rules: readonly string[] = [
  ...['alpha', 'beta', 'customUnique', 'customValidation', 'default', 'dependentForbidden', 'dependentRequired'],
  ...['discriminator', 'eachKey', 'eachVal', 'enum', 'enumExclude', 'forbidden', 'format', 'ifDisabled', 'ifEnabled'],
  ...['ifMode', 'immutable', 'isSubresource', 'item', 'listMapKey', 'listType', 'maxBytes', 'maxItems', 'maxLength'],
  ...['maxProperties', 'maximum', 'member', 'minItems', 'minLength', 'minProperties', 'minimum', 'modeDiscriminator'],
  ...['monotonic', 'neq', 'opaqueType', 'optional', 'required', 'subfield', 'supportsSubresource'],
  ...['unionDiscriminator', 'unionMember', 'unique', 'update', 'validateError', 'validateFalse', 'validateTrue'],
  ...['validateTrueAlpha', 'validateTrueBeta', 'zeroOrOneOfMember'],
]

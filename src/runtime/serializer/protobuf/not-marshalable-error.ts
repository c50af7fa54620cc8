import { isMachineryError, MachineryError } from '../../../errors/machinery-error.js'

/** An object that has no protobuf form, such as an unstructured one. Code `NotMarshalable`; a server answers 406. */
export class NotMarshalableError extends MachineryError {
  override readonly name = 'NotMarshalableError'

  /** `type` names the class of the object. */
  constructor(type: string) {
    super(
      'NotMarshalable',
      `object ${type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
    )
  }
}

/** Reports whether `error` means that an object has no protobuf form. */
export function isNotMarshalable(error: unknown): error is NotMarshalableError {
  return isMachineryError(error, 'NotMarshalable')
}

/**
 * The codes of this package's errors, with what they mean. Packages on top add theirs:
 * `declare module 'apimachinery/errors' { interface MachineryErrorCodes { Mine: true } }`.
 */
export interface MachineryErrorCodes {
  // Reading and writing

  /** Text is not JSON. */
  InvalidJSON: true
  /** Text is not YAML. */
  InvalidYAML: true
  /** A YAML mapping has a key twice, in strict mode. */
  DuplicateYAMLKeys: true
  /** Bytes are not a sequence of CBOR items. */
  InvalidCBOR: true
  /** CBOR cannot be read into the type. */
  CBORDecode: true
  /** An object has no CBOR form. */
  CBOREncode: true
  /** Protobuf cannot be read into the type. */
  ProtobufDecode: true
  /** An object has no protobuf form. */
  ProtobufEncode: true
  /** An object cannot be written as protobuf, because its class has no message. */
  NotMarshalable: true
  /** The bytes of an `Unknown` are not JSON. */
  NotJSON: true
  /** Bytes are not UTF-8. */
  InvalidUTF8: true
  /** Text is not base64. */
  InvalidBase64: true
  /** A value has a type that its field does not take. */
  InvalidType: true
  /** A value fits the type of its field, but is not one of its values. */
  InvalidValue: true
  /** A 64-bit integer is beyond what a JavaScript number holds. */
  UnsafeInteger: true
  /** A number is beyond float64. */
  NumberOutOfRange: true
  /** A value has no JSON form: NaN, a function, what holds itself. */
  UnsupportedValue: true
  /** A value nests deeper than can be read or written. */
  TooDeep: true
  /** A text would be longer than a JavaScript string can be. */
  TooLarge: true
  /** Strict reading found unknown or duplicate fields; see `StrictDecodingError.findings`. */
  StrictDecoding: true
  /** A list in a stream has a field twice. */
  DuplicateField: true
  /** No decoder recognizes the format of the data. */
  UnrecognizedFormat: true
  /** A decoder that tries several formats was given what none of them reads. */
  InvalidInput: true
  /** No serializer is registered for a media type. */
  UnsupportedMediaType: true
  /** No media type of an `Accept` header is served. */
  NotAcceptable: true
  /** A client and a server have no media type in common. */
  Negotiate: true
  /** A codec factory was made without formats. */
  NoFormats: true
  /** A query parameter cannot be read into its field. */
  InvalidQueryParameter: true

  // Streams and watches

  /** A frame of a stream, or a body, is longer than its limit. */
  FrameTooLarge: true
  /** A stream ended within a frame. */
  UnexpectedEOF: true
  /** A source is not a stream of bytes. */
  InvalidStream: true
  /** A stream was left before it ended. */
  Interrupted: true
  /** The form of a request or stream is not supported. */
  Unsupported: true
  /** An item of a streamed list cannot be read. */
  InvalidItem: true
  /** An object, or a response, is not a list. */
  NotAList: true
  /** An item of a list is not an object, or not of the class of the list. */
  WrongItem: true
  /** An event of a watch cannot be read. */
  WatchDecode: true
  /** A watch event has no known type, or no object. */
  InvalidWatchEvent: true
  /** A watch ended before its condition was met. */
  WatchClosed: true
  /** A watch did not meet its condition in time. */
  Timeout: true
  /** A condition was not met in time. */
  WaitTimeout: true
  /** A watcher that takes no events has no room for another one. */
  ChannelFull: true
  /** A watch broadcaster was stopped. */
  Stopped: true

  // Kinds, schemes and objects

  /** An object has no `kind`. */
  MissingKind: true
  /** An object has no `apiVersion`. */
  MissingVersion: true
  /** A kind or class is not registered in a scheme. */
  NotRegistered: true
  /** A kind was registered twice, with different classes. */
  DoubleRegistration: true
  /** A scheme was changed after `freeze()`. */
  SchemeFrozen: true
  /** A kind has no version. */
  VersionRequired: true
  /** A kind has no such version. */
  UnknownVersion: true
  /** A group has no such installation. */
  UnknownGroup: true
  /** A field selector names a label that its kind does not have. */
  UnknownFieldLabel: true
  /** A kind is not complete. */
  InvalidKind: true
  /** Text is not a group and version. */
  InvalidGroupVersion: true
  /** Text is not a namespace and name. */
  InvalidNamespacedName: true
  /** Versions of several groups were given for one order. */
  InvalidVersionPriority: true
  /** A value is not an object, or not the expected one. */
  InvalidObject: true
  /** An object is not of the expected class. */
  KindMismatch: true
  /** A codec was made for the other direction. */
  NotAllowed: true
  /** A value has no metadata. */
  NotAnObject: true
  /** A nested field has another type, or its parent is not an object. */
  NestedField: true
  /** An object cannot be converted. */
  Conversion: true
  /** A webhook refused to convert, or its answer is not valid. */
  ConversionWebhook: true
  /** An annotation that a conversion reads is not valid. */
  InvalidAnnotation: true
  /** An error response carries another object than a `Status`. */
  UnexpectedObject: true
  /** A `Status` has a field of another type. */
  InvalidStatus: true
  /** A `StatusError`; its `status` has the details. */
  StatusError: true
  /** Several errors in one. */
  Aggregate: true
  /** A thrown value is not an error. */
  Thrown: true
  /** A review of a webhook is not valid. */
  BadReview: true

  // Names, texts and values

  /** Text is not a quantity; see `QuantityError.reason`. */
  InvalidQuantity: true
  /** Text is not a time. */
  InvalidTime: true
  /** Text is not a duration. */
  InvalidDuration: true
  /** A value is neither an integer nor text. */
  InvalidIntOrString: true
  /** A label selector is not valid. */
  InvalidLabelSelector: true
  /** A field selector is not valid. */
  InvalidFieldSelector: true
  /** A selector of a scale is not valid. */
  InvalidSelector: true
  /** A field selector has an invalid escape sequence. */
  InvalidEscapeSequence: true
  /** A value of a field selector has a character that must be escaped. */
  UnescapedCharacter: true
  /** A resource version is not a number. */
  InvalidResourceVersion: true
  /** A JSON path cannot be parsed. */
  InvalidJSONPath: true
  /** A JSON path cannot be evaluated for an object. */
  JSONPathFailed: true
  /** A print column is not valid. */
  InvalidPrintColumn: true
  /** A page of a list has no valid size. */
  InvalidSize: true
  /** An object has another controller. */
  AlreadyOwned: true
  /** An object cannot own another one. */
  InvalidOwner: true

  // Validation

  /** The object or value that a field refers to does not exist. */
  FieldValueNotFound: true
  /** A field is missing. */
  FieldValueRequired: true
  /** A value occurs twice where it must be unique. */
  FieldValueDuplicate: true
  /** A value is malformed or not consistent. */
  FieldValueInvalid: true
  /** A value is none of those that are supported. */
  FieldValueNotSupported: true
  /** A field may not be set here. */
  FieldValueForbidden: true
  /** A value is too long. */
  FieldValueTooLong: true
  /** A value is too short. */
  FieldValueTooShort: true
  /** A list has too many items. */
  FieldValueTooMany: true
  /** A list has too few items. */
  FieldValueTooFew: true
  /** A value has the wrong type. */
  FieldValueTypeInvalid: true
  /** A check failed for another reason than the value. */
  InternalError: true

  // Resources and schemas

  /** Several kinds fit a resource. */
  AmbiguousKind: true
  /** Several resources fit a name. */
  AmbiguousResource: true
  /** No kind fits. */
  NoKindMatch: true
  /** No resource fits. */
  NoResourceMatch: true
  /** A resource has no known singular. */
  NoSingular: true
  /** A resource has no name. */
  MissingResource: true
  /** Discovery of a group and version is out of date. */
  StaleGroupVersion: true
  /** A discovery document is not valid. */
  InvalidDiscovery: true
  /** An OpenAPI schema is not valid. */
  InvalidOpenAPISchema: true
  /** A schema of a CustomResourceDefinition is not valid. */
  InvalidSchema: true
  /** A validation tag is not valid. */
  InvalidTag: true
  /** No release of Kubernetes with that name is known. */
  UnknownRelease: true

  // Patches and server-side apply

  /** A document to patch, or a patch, is not JSON. */
  BadJSONDoc: true
  /** A JSON patch is not valid. */
  BadJSONPatch: true
  /** An operation of a JSON patch is not known. */
  BadPatchOperation: true
  /** A JSON patch has a path that does not exist. */
  PatchPathMissing: true
  /** A JSON patch has an index that does not exist. */
  PatchIndexInvalid: true
  /** A test of a JSON patch failed. */
  PatchTestFailed: true
  /** A JSON patch has too many operations. */
  PatchTooLarge: true
  /** The copies of a JSON patch are too large. */
  PatchCopyTooLarge: true
  /** A patch nests too deep. */
  PatchTooDeep: true
  /** A patch would change what its preconditions keep. */
  PatchPreconditionFailed: true
  /** Two patches change the same field. */
  PatchConflict: true
  /** Two documents are not of one type. */
  MismatchedDocuments: true
  /** A strategic merge patch has a list in a list. */
  NoListOfLists: true
  /** Elements of a list are not of one type. */
  BadListElements: true
  /** `$deleteFromPrimitiveList` is not a list. */
  BadPatchFormatForPrimitiveList: true
  /** `$retainKeys` is not a list of names. */
  BadPatchFormatForRetainKeys: true
  /** `$setElementOrder` is not a list. */
  BadPatchFormatForSetElementOrderList: true
  /** A strategic merge patch has unknown directives. */
  UnsupportedStrategicMergePatchFormat: true
  /** An element of a list lacks the merge key. */
  NoMergeKey: true
  /** A value has not the type that a patch needs. */
  BadArgType: true
  /** A value has not the kind that a patch needs. */
  BadArgKind: true
  /** A `$patch` directive is not known. */
  BadPatchType: true
  /** A list has no patch strategy for the directive. */
  BadPatchStrategy: true
  /** A patch names a field that the type does not have. */
  PatchFieldNotFound: true
  /** A patch names a field of another type. */
  PatchFieldType: true
  /** Another manager owns a field; see the conflicts of the error. */
  ApplyConflict: true
  /** Server-side apply failed; `cause` has the error. */
  ManagedFields: true
  /** Managed fields of an object are not valid. */
  InvalidManagedFields: true
  /** Text is not a field set. */
  InvalidFieldsV1: true
  /** Text is not an element of a field path. */
  InvalidPathElement: true
  /** A value does not fit its schema. */
  InvalidTypedValue: true
  /** An option of server-side apply is not valid. */
  InvalidOptions: true
  /** A kind has no type for server-side apply. */
  NoCorrespondingType: true
  /** A set of fields and a schema do not fit each other. */
  SchemaMismatch: true

  // Tests

  /** Fixtures differ from what is written. */
  Fixtures: true
  /** A folder has no fixtures. */
  NoFiles: true
  /** Two objects differ. */
  NotEqual: true
  /** A round trip lost something. */
  RoundTrip: true
  /** No pair of versions is left to convert between. */
  NothingToConvert: true
  /** A loss that was declared does not happen. */
  UnusedLoss: true
}

/** A documented code, or any other text: errors of other packages have their own. */
export type MachineryErrorCode = keyof MachineryErrorCodes | (string & Record<never, never>)

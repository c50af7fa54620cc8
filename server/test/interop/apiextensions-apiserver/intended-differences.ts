/** Steps that are answered otherwise here, by scenario, with the reason. docs/conformance.md names them. */
export const intendedDifferences: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  creation: {
    89: '-0 is no integer 0',
    106: 'bodies in protobuf do not crash the server',
  },
  versions: { 31: 'unknown fields are those of the version of the path, and not of the one that the body names' },
  conversions: { 11: 'unknown fields are those of the version of the path, and not of the one that the body names' },
  binary: {
    7: 'CBOR is not shown in diagnostic notation',
    9: 'CBOR is not shown in diagnostic notation',
    12: 'CBOR without a version has the words of JSON',
    16: 'bytes that are no UTF-8 are said to be so',
    56: 'bytes that are no UTF-8 are shown otherwise',
    61: 'unknown fields in CBOR are found, too',
    62: 'unknown fields in CBOR are found, too',
  },
  limits: {
    4: 'JSON that is too deep is found later, and said in other words',
    6: 'YAML nests 500 deep',
    11: 'JSON that is too deep is said in other words',
    12: 'YAML nests 500 deep',
  },
}

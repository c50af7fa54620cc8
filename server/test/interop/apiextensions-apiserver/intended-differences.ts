/** Steps that are answered otherwise here, by scenario, with the reason. docs/conformance.md names them. */
export const intendedDifferences: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  creation: {
    89: '-0 is no integer 0',
    106: 'bodies in protobuf do not crash the server',
  },
  versions: { 31: 'unknown fields are those of the version of the path, and not of the one that the body names' },
  limits: {
    4: 'JSON that is too deep is found later, and said in other words',
    6: 'YAML nests 500 deep',
    11: 'JSON that is too deep is said in other words',
    12: 'YAML nests 500 deep',
  },
}

import { quote } from '../../../../internal/quote.js'
import type { Release } from '../../../releases/release.js'
import type { CustomResourceDefinition } from '../../v1/types.gen.js'
import { visitSchemas } from './visit-schemas.js'

/** Formats of texts that are checked, without their hyphens. */
const textFormats: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13'.split(' '),
  ...'creditcard ssn hexcolor rgbcolor byte password date duration datetime k8sshortname k8slongname'.split(' '),
])

/** What a definition was before, and the release whose formats count. */
export interface FormatWarningOptions {
  readonly old?: CustomResourceDefinition | undefined
  readonly release: Release
}

/** Warns about unsupported formats in the schemas of a definition; on an update, only about new ones. */
export function unrecognizedFormatWarnings(
  definition: CustomResourceDefinition,
  { old, release }: FormatWarningOptions,
): readonly string[] {
  const before = new Set(old === undefined ? [] : unrecognizedFormats(old, release))
  return unrecognizedFormats(definition, release)
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${quote(format)}`)
}

function unrecognizedFormats(definition: CustomResourceDefinition, release: Release): string[] {
  const found: string[] = []
  visitSchemas(definition, ({ type, format }) => {
    // Formats of other types were not looked at before.
    if (release.minor < 36 && type !== 'string') return
    if (format && !isRecognized(type ?? '', format)) found.push(format)
  })
  return found
}

function isRecognized(type: string, format: string): boolean {
  switch (type) {
    case '':
    case 'string':
      return textFormats.has(format.replaceAll('-', ''))
    case 'integer':
      return format === 'int32' || format === 'int64'
    case 'number':
      return format === 'float' || format === 'double'
    default:
      return false
  }
}

import type { ScalarKind } from '../../src/descriptor/types.js'
import { listRef, mapRef, namedRef, scalarRef, type TypeRef, type VariantRef } from './type-ref.js'

/**
 * Writes a type reference in one word, for snapshots and messages: `int32`, `[]*k8s.io/api/core/v1#Pod`,
 * `map[]quantity`, `map[v1.ResourceName]quantity`, `orBool:#JSONSchemaProps`. Types of `home` lose their package.
 */
export function typeRefText(ref: TypeRef, home: string = ''): string {
  switch (ref.form) {
    case 'scalar':
      return ref.name === undefined ? ref.scalar : `${ref.scalar}(${ref.name})`
    case 'named':
      return `${ref.package === home ? '' : ref.package}#${ref.name}`
    case 'list':
      return `[]${ref.pointerElements ? '*' : ''}${typeRefText(ref.element, home)}`
    case 'map':
      return `map[${ref.key ?? ''}]${ref.pointerValues ? '*' : ''}${typeRefText(ref.value, home)}`
    case 'variant':
      return `${ref.shape}:${typeRefText(ref.schema, home)}`
  }
}

/** Reads what {@link typeRefText} wrote. */
export function parseTypeRef(text: string, home: string = ''): TypeRef {
  if (text.startsWith('[]')) {
    const pointer = text[2] === '*'
    return listRef(parseTypeRef(text.slice(pointer ? 3 : 2), home), pointer)
  }
  const map = /^map\[([^\]]*)\](\*?)/.exec(text)
  if (map !== null) {
    const [start, key = '', pointer = ''] = map
    return mapRef(parseTypeRef(text.slice(start.length), home), pointer !== '', key === '' ? undefined : key)
  }
  const hash = text.indexOf('#')
  if (hash < 0) {
    const [scalar = '', scalarName] = text.replace(/\)$/, '').split('(')
    return scalarRef(scalar as ScalarKind, scalarName)
  }
  const name = text.slice(hash + 1)
  const variant = /^(orBool|orArray|orStringArray):/.exec(text)
  const start = variant === null ? 0 : variant[0].length
  const schema = namedRef(hash === start ? home : text.slice(start, hash), name)
  return variant === null ? schema : { form: 'variant', shape: variant[1] as VariantRef['shape'], schema }
}

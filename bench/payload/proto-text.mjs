const scalars = {
  ...{ string: 'string', bool: 'bool', bytes: 'bytes', float: 'float', double: 'double' },
  ...{ int32: 'int32', int64: 'int64', uint32: 'uint32', uint64: 'uint64' },
}
const messages = {
  time: ['Time', 'int64 seconds = 1; int32 nanos = 2;'],
  microTime: ['MicroTime', 'int64 seconds = 1; int32 nanos = 2;'],
  duration: ['Duration', 'int64 duration = 1;'],
  quantity: ['Quantity', 'string string = 1;'],
  intOrString: ['IntOrString', 'int64 type = 1; int32 intVal = 2; string strVal = 3;'],
  rawExtension: ['RawExtension', 'bytes raw = 1;'],
  fieldsV1: ['FieldsV1', 'bytes Raw = 1;'],
  json: ['JSON', 'bytes raw = 1;'],
}

function optional(fields) {
  return fields.replaceAll(/(?<=^|; )/g, 'optional ')
}

/** Name of the message of a struct. */
export function messageName(type) {
  return type.name.replaceAll(/[^A-Za-z0-9]/g, '_')
}

class ProtoText {
  #messages = new Map()

  get text() {
    return ['syntax = "proto2";', 'package bench;', ...this.#messages.values()].join('\n')
  }

  struct(type) {
    const name = messageName(type)
    if (this.#messages.has(name)) return name
    this.#messages.set(name, '')
    const fields = type.fields.filter(({ number }) => number > 0).map((field) => this.#field(field))
    this.#messages.set(name, `message ${name} { ${fields.join(' ')} }`)
    return name
  }

  #field({ name, number, type }) {
    if (type.kind === 'list' && type.message === undefined)
      return `repeated ${this.#type(type.element)} ${name} = ${number};`
    if (type.kind === 'map') return `map<string, ${this.#type(type.value)}> ${name} = ${number};`
    return `optional ${this.#type(type)} ${name} = ${number};`
  }

  #type(type) {
    if (type.kind === 'struct') return this.struct(type)
    if (scalars[type.kind] !== undefined) return scalars[type.kind]
    const known = messages[type.kind]
    if (known === undefined) throw new Error(`${type.kind} has no place in this payload`)
    this.#messages.set(known[0], `message ${known[0]} { ${optional(known[1])} }`)
    return known[0]
  }
}

/** The text of a .proto file with the message of a struct and all that it refers to. */
export function protoText(type) {
  const proto = new ProtoText()
  proto.struct(type)
  return proto.text
}

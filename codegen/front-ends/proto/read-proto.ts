import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { ApiModel } from '../../ir/model.js'
import type { ProtoInput } from './proto.js'

/**
 * Reads `.proto` files; the files of one protobuf package are one package of the model.
 *
 * @throws Error when the optional package `protobufjs`, whose parser reads them, is not installed.
 */
export async function readProto(input: ProtoInput, diagnostics: Diagnostics): Promise<ApiModel> {
  const { parseProto } = await frontEnd()
  return parseProto(input, diagnostics)
}

async function frontEnd(): Promise<typeof import('./proto.js')> {
  try {
    return await import('./proto.js')
  } catch (cause) {
    const { code, message } = cause as { code?: unknown; message?: unknown }
    if (!/MODULE_NOT_FOUND/.test(String(code)) || !String(message).includes('protobufjs')) throw cause
    throw new Error('reading .proto files needs the package "protobufjs": npm install --save-dev protobufjs', { cause })
  }
}

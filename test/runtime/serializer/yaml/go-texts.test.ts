import { describe, expect, test } from 'vitest'
import { isMachineryError } from '../../../../src/errors/machinery-error.js'
import { decodeText } from '../../../../src/runtime/serializer/yaml/decode-text.js'
import { yamlToJSON, yamlToJSONFully } from '../../../../src/runtime/serializer/yaml/yaml-reader.js'
import { goldenLines } from '../../../golden-lines.js'
import { sourceOperations } from '../../../interop/source-operations.js'

/** A text, and the JSON that Go reads in it or its error. */
interface GoText {
  readonly in: string
  readonly out?: string
  readonly error?: string
}

const texts = goldenLines<GoText>('yaml/texts.jsonl.gz')
const { yaml2json } = await sourceOperations('yaml')

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return error
  }
}

/** Whether Go has not checked the invalid part, because it is after the document. */
function isBehind(error: unknown): boolean {
  return isMachineryError(error) && error.message.endsWith('did not find expected <document start>')
}

function beforeProblem(text: string, error: unknown): string {
  return decodeText(text).slice(0, isMachineryError(error) ? error.position?.offset : 0)
}

describe('texts that may be YAML', () => {
  test('give what Go reads in them, or an error where Go has one', () => {
    for (const { in: text, out, error } of texts) {
      const read = attempt(() => yamlToJSON(text, { strict: true }))
      const kept = error === undefined && isBehind(read) ? beforeProblem(text, read) : text
      const answer = yaml2json?.({ op: 'yaml2json', in: kept, strict: true })
      expect({ text, refused: answer?.error !== undefined }).toEqual({ text, refused: error !== undefined })
      if (error === undefined) expect({ text, out: answer?.out }).toEqual({ text, out })
    }
  })

  test('are refused in the words of Go, by line', () => {
    const grammar = texts.filter(
      ({ error }) => error !== undefined && !/map key|unmarshal|escape|unsupported/.test(error),
    )
    expect(grammar.length).toBeGreaterThan(2000)
    for (const { in: text, error } of grammar) {
      const refusal = attempt(() => yamlToJSON(text, { strict: true })) as Error
      if (!isBehind(refusal)) expect({ text, error: refusal.message }).toEqual({ text, error })
    }
  })

  test('are read alike by the fast path and the full parser', () => {
    for (const { in: text } of texts) {
      expect(attempt(() => yamlToJSON(text))).toEqual(attempt(() => yamlToJSONFully(text)))
    }
  })
})

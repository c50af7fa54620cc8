import { type ObjectPrinter, type ObjectPrinterOptions, objectPrinter, type PrintedObject } from './object-text.js'

/** Writes objects of which each is printed when it is done, as one stream: with separators, and one line of headers. */
export class ObjectSequence {
  readonly #isYAML: boolean
  readonly #noHeaders: boolean
  readonly #print: ObjectPrinter | undefined
  #count = 0

  /** @throws MachineryError in kubectl's wording for an unknown format */
  constructor(output: string, options: ObjectPrinterOptions = {}) {
    this.#isYAML = output.split('=', 1)[0] === 'yaml'
    this.#noHeaders = options.noHeaders === true
    this.#print = objectPrinter(output, options)
  }

  /** The text of the next object; undefined without a format. */
  next(object: PrintedObject): string | undefined {
    const isFirst = this.#count++ === 0
    const text = this.#print?.([object], { isList: false, noHeaders: this.#noHeaders || !isFirst })
    return this.#isYAML && !isFirst ? `---\n${text}` : text
  }
}

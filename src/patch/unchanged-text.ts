import { NumberLiteral } from '../json/json-document.js'

/** The text of a part of a document that a patch does not touch, as it will be written. */
export class UnchangedText extends NumberLiteral {}

import type { JSONObject, JSONValue } from 'apimachinery/json'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { executeTemplate } from '../template/execute-template.js'
import { parseTemplate } from '../template/parse-template.js'
import type { TemplateFunctions } from '../template/template-function.js'
import type { ParsedTemplate } from '../template/template-node.js'
import type { TemplateValue } from '../template/template-value.js'
import type { StageTemplate } from './stage.js'
import { staticFunctions } from './template-functions.js'

/** A template whose text is YAML. */
export class TemplateRenderer implements StageTemplate {
  readonly #template: ParsedTemplate

  /** @param own - names of the functions that are given when it is rendered. @throws TemplateError with line and column */
  constructor(text: string, own: readonly string[]) {
    this.#template = parseTemplate(text.trim(), new Set([...Object.keys(staticFunctions), ...own]))
  }

  /** The text for an object. @throws TemplateError */
  text(object: JSONObject, functions: TemplateFunctions): string {
    // An object of the API is JSON, and so are the values of templates.
    return executeTemplate(this.#template, object as TemplateValue, { ...staticFunctions, ...functions })
  }

  /** The value that the text is. @throws TemplateError; YAMLSyntaxError */
  json(object: JSONObject, functions: TemplateFunctions): JSONValue {
    return yamlToJSON(this.text(object, functions))
  }
}

import { encodeBase64 } from '../../../internal/base64.js'
import { encodeUtf8 } from '../../../internal/utf8.js'
import { setOwn } from '../../../json/json-value.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recast } from '../../conversion/recast.js'
import { ofMetadata } from '../pod/conversions.js'
import * as v1 from '../v1/types.gen.js'

/** Registers the conversions of Secret. */
export function addSecretConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1.Secret, v1.Secret, secretForm)
  addFieldLabels(scheme, { types: [v1.Secret], labels: [...ofMetadata, 'type'] })
}

/** `stringData` is for writing only. */
function secretForm(from: v1.Secret): v1.Secret {
  const { stringData } = from
  if (stringData === undefined || stringData === null) return from
  const form = recast(from, v1.Secret)
  delete form.stringData
  const entries = Object.entries(stringData)
  if (entries.length === 0) return form
  const data: Record<string, string> = { ...from.data }
  for (const [name, text] of entries) setOwn(data, name, encodeBase64(encodeUtf8(text ?? '')))
  form.data = data
  return form
}

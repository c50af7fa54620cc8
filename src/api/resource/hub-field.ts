/**
 * The path in v1 of a field of v1beta1, where requests and devices have their fields without a level between.
 *
 * Source: `ResourceNormalizationRules` of pkg/apis/resource/validation.
 */
export function hubField(field: string): string {
  return field
    .replace(
      /(spec\.devices\.requests\[\d+\])\.(deviceClassName|selectors|allocationMode|count|adminAccess|tolerations|derivedAttributes)/,
      '$1.exactly.$2',
    )
    .replace(/(spec\.devices\[\d+\])\.basic\./, '$1.')
}

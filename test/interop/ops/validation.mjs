import {
  duplicate,
  FieldPath,
  fieldPath,
  forbidden,
  internalError,
  invalid,
  isCIdentifier,
  isConfigMapKey,
  isDNS1035Label,
  isDNS1123Label,
  isDNS1123Subdomain,
  isDNS1123SubdomainWithUnderscore,
  isDomainPrefixedPath,
  isEnvVarName,
  isFullyQualifiedDomainName,
  isFullyQualifiedName,
  isHTTPHeaderName,
  isQualifiedName,
  isRelaxedEnvVarName,
  isValidCIDR,
  isValidIP,
  isValidIPv4Address,
  isValidIPv6Address,
  isValidLabelValue,
  isValidPercent,
  isValidPortName,
  isValidPortNum,
  isWildcardDNS1123Subdomain,
  nameIsDNS1035Label,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
  notFound,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from 'apimachinery/validation'

/** A rule that gives field errors, as one that gives messages. */
function messagesOf(rule) {
  return (value) => rule(fieldPath('field'), value).map((error) => error.message)
}

/** The number Go's `strconv.Atoi` reads, 0 for other text. */
function atoi(text) {
  return /^[+-]?[0-9]+$/.test(text) ? Number(text) : 0
}

const rules = {
  IsQualifiedName: isQualifiedName,
  IsFullyQualifiedName: messagesOf(isFullyQualifiedName),
  IsFullyQualifiedDomainName: messagesOf(isFullyQualifiedDomainName),
  IsDomainPrefixedPath: messagesOf(isDomainPrefixedPath),
  IsValidLabelValue: isValidLabelValue,
  IsDNS1123Label: isDNS1123Label,
  IsDNS1123Subdomain: isDNS1123Subdomain,
  IsDNS1123SubdomainWithUnderscore: isDNS1123SubdomainWithUnderscore,
  IsDNS1035Label: isDNS1035Label,
  IsWildcardDNS1123Subdomain: isWildcardDNS1123Subdomain,
  IsCIdentifier: isCIdentifier,
  IsValidPortNum: (value) => isValidPortNum(atoi(value)),
  IsValidPortName: isValidPortName,
  IsValidIP: messagesOf(isValidIP),
  IsValidIPv4Address: messagesOf(isValidIPv4Address),
  IsValidIPv6Address: messagesOf(isValidIPv6Address),
  IsValidCIDR: messagesOf(isValidCIDR),
  IsValidPercent: isValidPercent,
  IsHTTPHeaderName: isHTTPHeaderName,
  IsEnvVarName: isEnvVarName,
  IsRelaxedEnvVarName: isRelaxedEnvVarName,
  IsConfigMapKey: isConfigMapKey,
  NameIsDNSSubdomain: (value) => nameIsDNSSubdomain(value, false),
  NameIsDNSLabel: (value) => nameIsDNSLabel(value, false),
  NameIsDNS1035Label: (value) => nameIsDNS1035Label(value, false),
  'NameIsDNSSubdomain.prefix': (value) => nameIsDNSSubdomain(value, true),
}

function documentText(input) {
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function validate(request) {
  const rule = Object.hasOwn(rules, request.name) ? rules[request.name] : undefined
  if (rule === undefined) return { error: 'unknown validator', badop: true }
  return { errors: rule(documentText(request.in ?? '')) }
}

/** Strings are fields, those that begin with a bracket map keys; numbers are list indexes. */
function pathOf(parts) {
  let path = FieldPath.empty()
  for (const part of parts) {
    if (typeof part === 'number') path = path.index(part)
    else path = part.startsWith('[') ? path.key(part.slice(1)) : path.child(part)
  }
  return path
}

const constructors = {
  NotFound: (path, value) => notFound(path, value),
  Required: (path, _value, { name = '' }) => required(path, name),
  Duplicate: (path, value) => duplicate(path, value),
  Invalid: (path, value, { name = '' }) => invalid(path, value, name),
  NotSupported: (path, value, { values }) => notSupported(path, value, values ?? []),
  Forbidden: (path, _value, { name = '' }) => forbidden(path, name),
  TooLong: (path, _value, { total = 0 }) => tooLong(path, total),
  TooMany: (path, _value, { total = 0, by = 0 }) => tooMany(path, total, by),
  InternalError: (path, _value, { name = '' }) => internalError(path, new Error(name)),
  TypeInvalid: (path, value, { name = '' }) => typeInvalid(path, value, name),
}

function fieldError(request) {
  const text = request.in === undefined ? '' : documentText(request.in)
  let value = null
  try {
    if (text !== '') value = JSON.parse(text)
  } catch (error) {
    return { error: error.message }
  }
  const create = Object.hasOwn(constructors, request.type) ? constructors[request.type] : undefined
  if (create === undefined) return { error: 'unknown type', badop: true }
  const error = create(pathOf(request.args ?? []), value, request)
  return {
    message: error.message,
    field: error.field,
    type: error.type,
    detail: error.detail,
    body: error.errorBody(),
  }
}

export const operations = { validate, fielderror: fieldError }

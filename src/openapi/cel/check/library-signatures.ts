import { orderedTypes } from '../library/lists.js'
import { namedFormats } from '../library/named-formats.js'

/** The functions of the libraries that Kubernetes adds: `[.]name id (arguments) result`. */
export function librarySignatures(): string[] {
  const formats = namedFormats.map((name) => `format.${name} format.${name} () kubernetes.NamedFormat`)
  return [...signatures.trim().split('\n'), ...orderedTypes.flatMap(ofOrderedLists), ...formats]
}

const longNames: Readonly<Record<string, string>> = {
  duration: 'google.protobuf.Duration',
  timestamp: 'google.protobuf.Timestamp',
}

/** The functions of lists whose items have an order. */
function ofOrderedLists(type: string): string[] {
  const name = longNames[type] ?? type
  return [
    `.isSorted list_${type}_is_sorted_bool (list(${type})) bool`,
    `.max list_${type}_max_${type} (list(${type})) ${type}`,
    `.min list_${type}_min_${type} (list(${type})) ${type}`,
    `.sort list_${name}_sort (list(${type})) list(${type})`,
    `.@sortByAssociatedKeys list_${name}_sortByAssociatedKeys (list(T), list(${type})) list(T)`,
  ]
}

const signatures = `
.add quantity_add (kubernetes.Quantity, kubernetes.Quantity) kubernetes.Quantity
.add quantity_add_int (kubernetes.Quantity, int) kubernetes.Quantity
.allowed decision_allowed (kubernetes.authorization.Decision) bool
.asApproximateFloat quantity_get_float (kubernetes.Quantity) double
.asInteger quantity_get_int (kubernetes.Quantity) int
cel.@mapInsert @mapInsert_map_key_value (map(K, V), K, V) map(K, V)
cel.@mapInsert @mapInsert_map_map (map(K, V), map(K, V)) map(K, V)
.charAt string_char_at_int (string, int) string
.check pathcheck_check (kubernetes.authorization.PathCheck, string) kubernetes.authorization.Decision
.check resourcecheck_check (kubernetes.authorization.ResourceCheck, string) kubernetes.authorization.Decision
cidr string_to_cidr (string) net.CIDR
.compareTo quantity_compare_to (kubernetes.Quantity, kubernetes.Quantity) int
.compareTo semver_compare_to (kubernetes.Semver, kubernetes.Semver) int
.containsCIDR cidr_contains_cidr_string (net.CIDR, string) bool
.containsCIDR cidr_contains_cidr (net.CIDR, net.CIDR) bool
.containsIP cidr_contains_ip_string (net.CIDR, string) bool
.containsIP cidr_contains_ip_ip (net.CIDR, net.IP) bool
.distinct list_distinct (list(T)) list(T)
.error decision_error (kubernetes.authorization.Decision) string
.errored decision_errored (kubernetes.authorization.Decision) bool
.family ip_family (net.IP) int
.fieldSelector authorizer_fieldselector (kubernetes.authorization.ResourceCheck, string) kubernetes.authorization.ResourceCheck
.find string_find_string (string, string) string
.findAll string_find_all_string (string, string) list(string)
.findAll string_find_all_string_int (string, string, int) list(string)
.flatten list_flatten (list(list(T))) list(T)
.flatten list_flatten_int (list(dyn), int) list(dyn)
format.named format-named (string) optional_type(kubernetes.NamedFormat)
.getEscapedPath url_get_escaped_path (kubernetes.URL) string
.getHost url_get_host (kubernetes.URL) string
.getHostname url_get_hostname (kubernetes.URL) string
.getPort url_get_port (kubernetes.URL) string
.getQuery url_get_query (kubernetes.URL) map(string, list(string))
.getScheme url_get_scheme (kubernetes.URL) string
.group authorizer_group (kubernetes.authorization.Authorizer, string) kubernetes.authorization.GroupCheck
.indexOf list_a_index_of_int (list(A), A) int
.indexOf string_index_of_string (string, string) int
.indexOf string_index_of_string_int (string, string, int) int
ip string_to_ip (string) net.IP
.ip cidr_ip (net.CIDR) net.IP
ip.isCanonical ip_is_canonical (string) bool
isCIDR is_cidr (string) bool
.isGlobalUnicast ip_is_global_unicast (net.IP) bool
.isGreaterThan quantity_is_greater_than (kubernetes.Quantity, kubernetes.Quantity) bool
.isGreaterThan semver_is_greater_than (kubernetes.Semver, kubernetes.Semver) bool
isIP is_ip (string) bool
.isInteger quantity_is_integer (kubernetes.Quantity) bool
.isLessThan quantity_is_less_than (kubernetes.Quantity, kubernetes.Quantity) bool
.isLessThan semver_is_less_than (kubernetes.Semver, kubernetes.Semver) bool
.isLinkLocalMulticast ip_is_link_local_multicast (net.IP) bool
.isLinkLocalUnicast ip_is_link_local_unicast (net.IP) bool
.isLoopback ip_is_loopback (net.IP) bool
isQuantity is_quantity_string (string) bool
isSemver is_semver_string (string) bool
isSemver is_semver_string_bool (string, bool) bool
isURL is_url_string (string) bool
.isUnspecified ip_is_unspecified (net.IP) bool
.join list_join (list(string)) string
.join list_join_string (list(string), string) string
.labelSelector authorizer_labelselector (kubernetes.authorization.ResourceCheck, string) kubernetes.authorization.ResourceCheck
.lastIndexOf list_a_last_index_of_int (list(A), A) int
.lastIndexOf string_last_index_of_string (string, string) int
.lastIndexOf string_last_index_of_string_int (string, string, int) int
lists.range lists_range (int) list(int)
.lowerAscii string_lower_ascii (string) string
.major semver_major (kubernetes.Semver) int
.masked cidr_masked (net.CIDR) net.CIDR
.minor semver_minor (kubernetes.Semver) int
.name resourcecheck_name (kubernetes.authorization.ResourceCheck, string) kubernetes.authorization.ResourceCheck
.namespace resourcecheck_namespace (kubernetes.authorization.ResourceCheck, string) kubernetes.authorization.ResourceCheck
.patch semver_patch (kubernetes.Semver) int
.path authorizer_path (kubernetes.authorization.Authorizer, string) kubernetes.authorization.PathCheck
.prefixLength cidr_prefix_length (net.CIDR) int
quantity string_to_quantity (string) kubernetes.Quantity
.reason decision_reason (kubernetes.authorization.Decision) string
.replace string_replace_string_string (string, string, string) string
.replace string_replace_string_string_int (string, string, string, int) string
.resource groupcheck_resource (kubernetes.authorization.GroupCheck, string) kubernetes.authorization.ResourceCheck
.reverse list_reverse (list(T)) list(T)
semver string_to_semver (string) kubernetes.Semver
semver string_bool_to_semver (string, bool) kubernetes.Semver
.serviceAccount authorizer_serviceaccount (kubernetes.authorization.Authorizer, string, string) kubernetes.authorization.Authorizer
sets.contains list_sets_contains_list (list(T), list(T)) bool
sets.equivalent list_sets_equivalent_list (list(T), list(T)) bool
sets.intersects list_sets_intersects_list (list(T), list(T)) bool
sign quantity_sign (kubernetes.Quantity) int
.slice list_slice (list(T), int, int) list(T)
.split string_split_string (string, string) list(string)
.split string_split_string_int (string, string, int) list(string)
strings.quote strings_quote (string) string
.sub quantity_sub (kubernetes.Quantity, kubernetes.Quantity) kubernetes.Quantity
.sub quantity_sub_int (kubernetes.Quantity, int) kubernetes.Quantity
.subresource resourcecheck_subresource (kubernetes.authorization.ResourceCheck, string) kubernetes.authorization.ResourceCheck
.substring string_substring_int (string, int) string
.substring string_substring_int_int (string, int, int) string
.sum list_int_sum_int (list(int)) int
.sum list_uint_sum_uint (list(uint)) uint
.sum list_double_sum_double (list(double)) double
.sum list_duration_sum_duration (list(duration)) duration
.trim string_trim (string) string
.upperAscii string_upper_ascii (string) string
url string_to_url (string) kubernetes.URL
.validate format-validate (kubernetes.NamedFormat, string) optional_type(list(string))
`

package main

import (
	"errors"
	"strconv"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func init() {
	register(map[string]func(*request) answer{"validate": validate, "fielderror": fieldError})
}

// validators by Go's name. Those of field errors give their messages.
var validators = map[string]func(string) []string{
	"IsQualifiedName":                  validation.IsQualifiedName,
	"IsFullyQualifiedName":             atField(validation.IsFullyQualifiedName),
	"IsFullyQualifiedDomainName":       atField(validation.IsFullyQualifiedDomainName),
	"IsDomainPrefixedPath":             atField(validation.IsDomainPrefixedPath),
	"IsValidLabelValue":                validation.IsValidLabelValue,
	"IsDNS1123Label":                   validation.IsDNS1123Label,
	"IsDNS1123Subdomain":               validation.IsDNS1123Subdomain,
	"IsDNS1123SubdomainWithUnderscore": validation.IsDNS1123SubdomainWithUnderscore,
	"IsDNS1035Label":                   validation.IsDNS1035Label,
	"IsWildcardDNS1123Subdomain":       validation.IsWildcardDNS1123Subdomain,
	"IsCIdentifier":                    validation.IsCIdentifier,
	"IsValidPortNum": func(text string) []string {
		n, _ := strconv.Atoi(text)
		return validation.IsValidPortNum(n)
	},
	"IsValidPortName":     validation.IsValidPortName,
	"IsValidIP":           atField(validation.IsValidIP),
	"IsValidCIDR":         atField(validation.IsValidCIDR),
	"IsValidPercent":      validation.IsValidPercent,
	"IsHTTPHeaderName":    validation.IsHTTPHeaderName,
	"IsEnvVarName":        validation.IsEnvVarName,
	"IsRelaxedEnvVarName": validation.IsRelaxedEnvVarName,
	"IsConfigMapKey":      validation.IsConfigMapKey,
	"NameIsDNSSubdomain":  ofName(apivalidation.NameIsDNSSubdomain, false),
	"NameIsDNSLabel":      ofName(apivalidation.NameIsDNSLabel, false),
	"NameIsDNS1035Label":  ofName(apivalidation.NameIsDNS1035Label, false),
	// prefix: the name is completed by the server.
	"NameIsDNSSubdomain.prefix": ofName(apivalidation.NameIsDNSSubdomain, true),
}

func atField(check func(*field.Path, string) field.ErrorList) func(string) []string {
	return func(text string) []string { return messages(check(field.NewPath("field"), text)) }
}

func ofName(check func(string, bool) []string, prefix bool) func(string) []string {
	return func(text string) []string { return check(text, prefix) }
}

func validate(r *request) answer {
	check, known := validators[r.Name]
	if !known {
		return answer{"error": "unknown validator", "badop": true}
	}
	found := check(r.text())
	if found == nil {
		found = []string{}
	}
	return answer{"errors": found}
}

// pathOf builds a field path: texts are children, texts that begin with a bracket are keys, numbers are indexes.
func pathOf(parts []any) *field.Path {
	var path *field.Path
	for _, part := range parts {
		switch v := part.(type) {
		case string:
			if key, isKey := strings.CutPrefix(v, "["); isKey {
				path = path.Key(key)
			} else {
				path = path.Child(v)
			}
		case float64:
			path = path.Index(int(v))
		}
	}
	return path
}

func fieldError(r *request) answer {
	path := pathOf(r.Args)
	var value any
	if len(r.In) > 0 {
		if err := utiljson.Unmarshal(r.In, &value); err != nil {
			return failure(err)
		}
	}
	makers := map[string]func() *field.Error{
		"NotFound":      func() *field.Error { return field.NotFound(path, value) },
		"Required":      func() *field.Error { return field.Required(path, r.Name) },
		"Duplicate":     func() *field.Error { return field.Duplicate(path, value) },
		"Invalid":       func() *field.Error { return field.Invalid(path, value, r.Name) },
		"NotSupported":  func() *field.Error { return field.NotSupported(path, value, r.Values) },
		"Forbidden":     func() *field.Error { return field.Forbidden(path, r.Name) },
		"TooLong":       func() *field.Error { return field.TooLong(path, value, r.Total) },
		"TooMany":       func() *field.Error { return field.TooMany(path, r.Total, int(r.By)) },
		"InternalError": func() *field.Error { return field.InternalError(path, errors.New(r.Name)) },
		"TypeInvalid":   func() *field.Error { return field.TypeInvalid(path, value, r.Name) },
	}
	make, known := makers[r.Type]
	if !known {
		return answer{"error": "unknown type", "badop": true}
	}
	e := make()
	return answer{
		"message": e.Error(), "field": e.Field, "type": string(e.Type), "detail": e.Detail, "body": e.ErrorBody(),
	}
}

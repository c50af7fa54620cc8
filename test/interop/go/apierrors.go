package main

import (
	"encoding/json"
	"errors"
	"sort"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func init() {
	register(map[string]func(*request) answer{"apierror": apiError})
}

// constructors by Go's name without New. a: group resource or kind, b: name of the object, args: the rest.
func apiErrorConstructors(r *request) map[string]func() *apierrors.StatusError {
	gr := schema.ParseGroupResource(r.A)
	reason := func(i int) error { return errors.New(r.stringArg(i)) }
	return map[string]func() *apierrors.StatusError{
		"NotFound":      func() *apierrors.StatusError { return apierrors.NewNotFound(gr, r.B) },
		"AlreadyExists": func() *apierrors.StatusError { return apierrors.NewAlreadyExists(gr, r.B) },
		"GenerateNameConflict": func() *apierrors.StatusError {
			return apierrors.NewGenerateNameConflict(gr, r.B, r.intArg(0))
		},
		"Unauthorized": func() *apierrors.StatusError { return apierrors.NewUnauthorized(r.stringArg(0)) },
		"Forbidden":    func() *apierrors.StatusError { return apierrors.NewForbidden(gr, r.B, reason(0)) },
		"Conflict":     func() *apierrors.StatusError { return apierrors.NewConflict(gr, r.B, reason(0)) },
		"ApplyConflict": func() *apierrors.StatusError {
			cause := metav1.StatusCause{
				Type: metav1.CauseTypeFieldManagerConflict, Message: r.stringArg(0), Field: r.stringArg(1),
			}
			return apierrors.NewApplyConflict([]metav1.StatusCause{cause}, r.stringArg(2))
		},
		"Gone":            func() *apierrors.StatusError { return apierrors.NewGone(r.stringArg(0)) },
		"ResourceExpired": func() *apierrors.StatusError { return apierrors.NewResourceExpired(r.stringArg(0)) },
		"Invalid": func() *apierrors.StatusError {
			var list field.ErrorList
			for i := 0; i+1 < len(r.Args); i += 2 {
				list = append(list, field.Invalid(field.NewPath(r.stringArg(i)), r.Args[i+1], "bad"))
			}
			return apierrors.NewInvalid(schema.ParseGroupKind(r.A), r.B, list)
		},
		"BadRequest": func() *apierrors.StatusError { return apierrors.NewBadRequest(r.stringArg(0)) },
		"TooManyRequests": func() *apierrors.StatusError {
			return apierrors.NewTooManyRequests(r.stringArg(0), r.intArg(1))
		},
		"ServiceUnavailable": func() *apierrors.StatusError { return apierrors.NewServiceUnavailable(r.stringArg(0)) },
		"MethodNotSupported": func() *apierrors.StatusError {
			return apierrors.NewMethodNotSupported(gr, r.stringArg(0))
		},
		"ServerTimeout": func() *apierrors.StatusError {
			return apierrors.NewServerTimeout(gr, r.stringArg(0), r.intArg(1))
		},
		"InternalError": func() *apierrors.StatusError { return apierrors.NewInternalError(reason(0)) },
		"Timeout": func() *apierrors.StatusError {
			return apierrors.NewTimeoutError(r.stringArg(0), r.intArg(1))
		},
		"TooManyRequestsError": func() *apierrors.StatusError {
			return apierrors.NewTooManyRequestsError(r.stringArg(0))
		},
		"RequestEntityTooLarge": func() *apierrors.StatusError {
			return apierrors.NewRequestEntityTooLargeError(r.stringArg(0))
		},
		"GenericServerResponse": func() *apierrors.StatusError {
			return apierrors.NewGenericServerResponse(
				r.intArg(0), r.stringArg(1), gr, r.B, r.stringArg(2), r.intArg(3), r.boolArg(4))
		},
	}
}

var apiErrorPredicates = map[string]func(error) bool{
	"NotFound":              apierrors.IsNotFound,
	"AlreadyExists":         apierrors.IsAlreadyExists,
	"Conflict":              apierrors.IsConflict,
	"Invalid":               apierrors.IsInvalid,
	"Gone":                  apierrors.IsGone,
	"ResourceExpired":       apierrors.IsResourceExpired,
	"NotAcceptable":         apierrors.IsNotAcceptable,
	"UnsupportedMediaType":  apierrors.IsUnsupportedMediaType,
	"MethodNotSupported":    apierrors.IsMethodNotSupported,
	"ServiceUnavailable":    apierrors.IsServiceUnavailable,
	"BadRequest":            apierrors.IsBadRequest,
	"Unauthorized":          apierrors.IsUnauthorized,
	"Forbidden":             apierrors.IsForbidden,
	"Timeout":               apierrors.IsTimeout,
	"ServerTimeout":         apierrors.IsServerTimeout,
	"InternalError":         apierrors.IsInternalError,
	"TooManyRequests":       apierrors.IsTooManyRequests,
	"RequestEntityTooLarge": apierrors.IsRequestEntityTooLargeError,
	"UnexpectedServerError": apierrors.IsUnexpectedServerError,
}

func apiError(r *request) answer {
	construct, known := apiErrorConstructors(r)[r.Name]
	if !known {
		return answer{"error": "unknown constructor", "badop": true}
	}
	e := construct()
	status, err := json.Marshal(e.ErrStatus)
	if err != nil {
		return failure(err)
	}
	is := []string{}
	for name, predicate := range apiErrorPredicates {
		if predicate(e) {
			is = append(is, name)
		}
	}
	sort.Strings(is)
	seconds, suggests := apierrors.SuggestsClientDelay(e)
	return answer{
		"message": e.Error(), "status": string(status), "is": is, "retryAfter": seconds, "suggestsDelay": suggests,
		"reason": string(apierrors.ReasonForError(e)),
	}
}

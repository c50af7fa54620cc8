package main

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func init() {
	register(map[string]func(*request) answer{
		"labels.parse": func(r *request) answer {
			s, err := labels.Parse(r.text())
			if err != nil {
				return failure(err)
			}
			return labelSelectorFacts(s)
		},
		"labels.match": func(r *request) answer {
			s, err := labels.Parse(r.selectorText())
			if err != nil {
				return failure(err)
			}
			return answer{"matches": s.Matches(labels.Set(r.Set))}
		},
		"labels.toMap": func(r *request) answer {
			m, err := labels.ConvertSelectorToLabelsMap(r.text())
			return either(answer{"map": m}, err)
		},
		"labels.fromSet":        labelsFromSet,
		"labels.newRequirement": newRequirement,
		"labelSelector":         labelSelector,
		"labelSelector.parse": func(r *request) answer {
			s, err := metav1.ParseToLabelSelector(r.text())
			if err != nil {
				return failure(err)
			}
			out, err := json.Marshal(s)
			return either(answer{"out": string(out), "format": metav1.FormatLabelSelector(s)}, err)
		},
		"fields.parse": func(r *request) answer {
			s, err := fields.ParseSelector(r.text())
			if err != nil {
				return failure(err)
			}
			return fieldSelectorFacts(s)
		},
		"fields.match": func(r *request) answer {
			s, err := fields.ParseSelector(r.selectorText())
			if err != nil {
				return failure(err)
			}
			return answer{"matches": s.Matches(fields.Set(r.Set))}
		},
		"fields.escape": func(r *request) answer { return answer{"out": fields.EscapeValue(r.text())} },
		"fields.unescape": func(r *request) answer {
			out, err := fields.UnescapeValue(r.text())
			return either(answer{"out": out}, err)
		},
		"fields.fromSet": func(r *request) answer { return fieldSelectorFacts(fields.SelectorFromSet(r.Set)) },
	})
}

// selectorText is the selector of a request that also carries a set.
func (r *request) selectorText() string {
	if len(r.Selector) > 0 {
		return string(r.Selector)
	}
	return r.text()
}

func labelSelectorFacts(s labels.Selector) answer {
	requirements, selectable := s.Requirements()
	list := []answer{}
	for _, q := range requirements {
		list = append(list, answer{"key": q.Key(), "operator": string(q.Operator()), "values": q.Values().List()})
	}
	return answer{"string": s.String(), "requirements": list, "selectable": selectable, "empty": s.Empty()}
}

func fieldSelectorFacts(s fields.Selector) answer {
	list := []answer{}
	for _, q := range s.Requirements() {
		list = append(list, answer{"field": q.Field, "operator": string(q.Operator), "value": q.Value})
	}
	return answer{"string": s.String(), "requirements": list, "empty": s.Empty()}
}

func labelsFromSet(r *request) answer {
	set := labels.Set(r.Set)
	result := answer{
		"selectorFromSet": labels.SelectorFromSet(set).String(),
		"setString":       set.String(),
		"formatLabels":    labels.FormatLabels(set),
		"preValidated":    set.AsSelectorPreValidated().String(),
	}
	if s, err := labels.ValidatedSelectorFromSet(set); err != nil {
		result["error"] = err.Error()
	} else {
		result["validated"] = s.String()
	}
	return result
}

func newRequirement(r *request) answer {
	q, err := labels.NewRequirement(r.Key, selection.Operator(r.Operator), r.Values)
	if err != nil {
		return failure(err)
	}
	result := answer{
		"string": q.String(), "key": q.Key(), "operator": string(q.Operator()), "values": q.Values().List(),
	}
	if r.Set != nil {
		result["matches"] = q.Matches(labels.Set(r.Set))
	}
	return result
}

func labelSelector(r *request) answer {
	var s *metav1.LabelSelector
	if err := json.Unmarshal(r.Selector, &s); err != nil {
		return failure(err)
	}
	result := answer{"format": metav1.FormatLabelSelector(s)}
	if selector, err := metav1.LabelSelectorAsSelector(s); err != nil {
		result["error"] = err.Error()
	} else {
		result["selector"] = labelSelectorFacts(selector)
		if r.Set != nil {
			result["matches"] = selector.Matches(labels.Set(r.Set))
		}
	}
	if m, err := metav1.LabelSelectorAsMap(s); err != nil {
		result["mapError"] = err.Error()
	} else {
		result["map"] = m
	}
	if s != nil {
		options := metav1validation.LabelSelectorValidationOptions{}
		result["validation"] = messages(metav1validation.ValidateLabelSelector(s, options, field.NewPath("spec", "selector")))
	}
	return result
}

// messages of field errors; nil when there are none.
func messages(errors field.ErrorList) []string {
	var list []string
	for _, e := range errors {
		list = append(list, e.Error())
	}
	return list
}

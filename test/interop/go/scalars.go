package main

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/duration"
	"k8s.io/apimachinery/pkg/util/intstr"
)

func init() {
	register(map[string]func(*request) answer{
		"time":      readTime,
		"time.make": makeTime,
		"duration.parse": func(r *request) answer {
			d, err := time.ParseDuration(r.text())
			return either(answer{"nanos": strconv.FormatInt(int64(d), 10), "string": d.String()}, err)
		},
		"duration.human": func(r *request) answer {
			d := time.Duration(r.Nano) + time.Duration(r.Sec)*time.Second
			return answer{"human": duration.HumanDuration(d), "short": duration.ShortHumanDuration(d)}
		},
		"intstr": func(r *request) answer {
			var v intstr.IntOrString
			if err := json.Unmarshal(r.data(), &v); err != nil {
				return failure(err)
			}
			return intOrStringFacts(v)
		},
		"intstr.parse":  func(r *request) answer { return intOrStringFacts(intstr.Parse(r.text())) },
		"intstr.scaled": scaledIntOrString,
	})
}

const fullTime = "2006-01-02T15:04:05.999999999Z07:00"

// wireValue is what the three time types have in common.
type wireValue interface {
	json.Marshaler
	Marshal() ([]byte, error)
}

func timeFacts(t time.Time, value wireValue) answer {
	wire, _ := value.Marshal()
	result := answer{
		"sec": strconv.FormatInt(t.Unix(), 10), "nano": t.Nanosecond(), "isZero": t.IsZero(),
		"full": t.UTC().Format(fullTime), "pb": hex.EncodeToString(wire),
	}
	text, err := json.Marshal(value)
	if err != nil {
		result["jsonError"] = err.Error()
	} else {
		result["json"] = string(text)
	}
	return result
}

func readTime(r *request) answer {
	switch r.Type {
	case "MicroTime":
		var t metav1.MicroTime
		if err := json.Unmarshal(r.data(), &t); err != nil {
			return failure(err)
		}
		return timeFacts(t.Time, &t)
	case "Duration":
		var d metav1.Duration
		if err := json.Unmarshal(r.data(), &d); err != nil {
			return failure(err)
		}
		text, _ := json.Marshal(d)
		wire, _ := d.Marshal()
		return answer{
			"nanos": strconv.FormatInt(int64(d.Duration), 10), "json": string(text), "pb": hex.EncodeToString(wire),
		}
	}
	var t metav1.Time
	if err := json.Unmarshal(r.data(), &t); err != nil {
		return failure(err)
	}
	return timeFacts(t.Time, &t)
}

func makeTime(r *request) answer {
	t := time.Unix(r.Sec, r.Nano).UTC()
	var value wireValue
	switch r.Type {
	case "MicroTime":
		v := metav1.NewMicroTime(t)
		value = &v
	case "Duration":
		value = &metav1.Duration{Duration: time.Duration(r.Nano)}
	default:
		v := metav1.NewTime(t)
		value = &v
	}
	wire, _ := value.Marshal()
	text, err := json.Marshal(value)
	return either(answer{"json": string(text), "pb": hex.EncodeToString(wire), "full": t.Format(fullTime)}, err)
}

func intOrStringFacts(v intstr.IntOrString) answer {
	wire, _ := v.Marshal()
	result := answer{
		"type": int(v.Type), "intVal": v.IntVal, "strVal": v.StrVal, "string": v.String(), "intValue": v.IntValue(),
		"pb": hex.EncodeToString(wire),
	}
	if text, err := json.Marshal(v); err != nil {
		result["jsonError"] = err.Error()
	} else {
		result["json"] = string(text)
	}
	return result
}

func scaledIntOrString(r *request) answer {
	var v intstr.IntOrString
	if err := json.Unmarshal(r.data(), &v); err != nil {
		return failure(err)
	}
	result := answer{}
	if n, err := intstr.GetScaledValueFromIntOrPercent(&v, r.Total, r.RoundUp); err != nil {
		result["error"] = err.Error()
	} else {
		result["value"] = n
	}
	if n, err := intstr.GetValueFromIntOrPercent(&v, r.Total, r.RoundUp); err != nil {
		result["legacyError"] = err.Error()
	} else {
		result["legacyValue"] = n
	}
	return result
}

package main

import (
	"encoding/hex"
	"encoding/json"
	"strconv"

	"k8s.io/apimachinery/pkg/api/resource"
)

func init() {
	register(map[string]func(*request) answer{
		"quantity": func(r *request) answer {
			q, err := resource.ParseQuantity(r.text())
			if err != nil {
				return failure(err)
			}
			return quantityFacts(q)
		},
		"quantity.json": func(r *request) answer {
			var q resource.Quantity
			if err := json.Unmarshal(r.data(), &q); err != nil {
				return failure(err)
			}
			return quantityFacts(q)
		},
		"quantity.arith": quantityArithmetic,
		"quantity.scale": quantityScale,
		"quantity.new":   newQuantity,
	})
}

// fresh gives a copy, because asking a quantity for its text changes what it remembers.
func fresh(q resource.Quantity) *resource.Quantity {
	c := q.DeepCopy()
	return &c
}

func quantityFacts(q resource.Quantity) answer {
	number, suffix := fresh(q).CanonicalizeBytes(make([]byte, 0, 64))
	wire, _ := fresh(q).Marshal()
	decimal := fresh(q)
	result := answer{
		"string":    fresh(q).String(),
		"format":    string(q.Format),
		"canonical": string(number) + string(suffix),
		"asDec":     fresh(q).AsDec().String(),
		"value":     strconv.FormatInt(fresh(q).Value(), 10),
		"milli":     strconv.FormatInt(fresh(q).MilliValue(), 10),
		"asInt64":   nil,
		"float":     strconv.FormatFloat(fresh(q).AsApproximateFloat64(), 'g', -1, 64),
		"floatSlow": strconv.FormatFloat(fresh(q).AsFloat64Slow(), 'g', -1, 64),
		"sign":      fresh(q).Sign(),
		"isZero":    fresh(q).IsZero(),
		"pb":        hex.EncodeToString(wire),
	}
	if v, ok := fresh(q).AsInt64(); ok {
		result["asInt64"] = strconv.FormatInt(v, 10)
	}
	if text, err := fresh(q).MarshalJSON(); err != nil {
		result["jsonError"] = err.Error()
	} else {
		result["json"] = string(text)
	}
	decimal.AsDec()
	result["stringAfterAsDec"] = decimal.String()
	return result
}

func quantityArithmetic(r *request) answer {
	a, err := resource.ParseQuantity(r.A)
	if err != nil {
		return failure(err)
	}
	b, err := resource.ParseQuantity(r.B)
	if err != nil {
		return failure(err)
	}
	after := func(change func(*resource.Quantity)) string {
		q := fresh(a)
		change(q)
		return q.String()
	}
	result := answer{
		"add":   after(func(q *resource.Quantity) { q.Add(*fresh(b)) }),
		"sub":   after(func(q *resource.Quantity) { q.Sub(*fresh(b)) }),
		"neg":   after(func(q *resource.Quantity) { q.Neg() }),
		"cmp":   fresh(a).Cmp(*fresh(b)),
		"equal": fresh(a).Equal(*fresh(b)),
	}
	if r.By != 0 {
		result["mul"] = after(func(q *resource.Quantity) { result["mulOK"] = q.Mul(r.By) })
	}
	return result
}

func quantityScale(r *request) answer {
	q, err := resource.ParseQuantity(r.text())
	if err != nil {
		return failure(err)
	}
	scaled := strconv.FormatInt(fresh(q).ScaledValue(resource.Scale(r.Scale)), 10)
	rounded := fresh(q)
	exact := rounded.RoundUp(resource.Scale(r.Scale))
	return answer{"scaledValue": scaled, "roundUp": rounded.String(), "roundUpExact": exact}
}

func newQuantity(r *request) answer {
	switch r.Type {
	case "value":
		return quantityFacts(*resource.NewQuantity(r.By, resource.Format(r.Format)))
	case "milli":
		return quantityFacts(*resource.NewMilliQuantity(r.By, resource.Format(r.Format)))
	}
	q := resource.NewScaledQuantity(r.By, resource.Scale(r.Scale))
	if r.Format != "" {
		q.Format = resource.Format(r.Format)
	}
	return quantityFacts(*q)
}

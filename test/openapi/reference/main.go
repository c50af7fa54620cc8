// Command reference answers questions about schemas with the code that API servers run: one JSON request a line, one answer a line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
)

type req struct {
	Op     string          `json:"op"`
	Schema json.RawMessage `json:"schema"`
	Name   string          `json:"name"`
	Obj    json.RawMessage `json:"obj"`
	Old    json.RawMessage `json:"old"`
	Root   bool            `json:"root"`
	Format string          `json:"format"`
	Value  string          `json:"value"`
}
type compiled struct {
	props *apiextensions.JSONSchemaProps
	s     *schema.Structural
	v     validation.SchemaValidator
	c     *cel.Validator
	err   string
}

var cache = map[string]*compiled{}

func compile(raw json.RawMessage) *compiled {
	key := string(raw)
	if c, ok := cache[key]; ok {
		return c
	}
	c := &compiled{}
	cache[key] = c
	var ext apiv1.JSONSchemaProps
	if err := json.Unmarshal(raw, &ext); err != nil {
		c.err = err.Error()
		return c
	}
	in := &apiextensions.JSONSchemaProps{}
	if err := apiv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&ext, in, nil); err != nil {
		c.err = err.Error()
		return c
	}
	c.props = in
	s, err := schema.NewStructural(in)
	if err != nil {
		c.err = err.Error()
		return c
	}
	c.s = s
	v, _, err := validation.NewSchemaValidator(in)
	if err != nil {
		c.err = err.Error()
		return c
	}
	c.v = v
	return c
}

func lines(errs field.ErrorList) []string {
	out := []string{}
	for _, e := range errs {
		out = append(out, e.Error())
	}
	sort.Strings(out)
	return out
}

var named = map[string]json.RawMessage{}

func handle(r req) (res map[string]interface{}) {
	res = map[string]interface{}{}
	defer func() {
		if e := recover(); e != nil {
			res["panic"] = fmt.Sprint(e)
		}
	}()
	if r.Op == "format" {
		res["ok"] = strfmt.Default.ContainsName(r.Format) && strfmt.Default.Validates(r.Format, r.Value)
		return
	}
	if r.Op == "name" {
		named[r.Name] = r.Schema
		return
	}
	if r.Name != "" {
		r.Schema = named[r.Name]
	}
	c := compile(r.Schema)
	if c.err != "" {
		res["error"] = c.err
		return
	}
	var obj, old interface{}
	if len(r.Obj) > 0 {
		if err := utiljson.Unmarshal(r.Obj, &obj); err != nil {
			res["error"] = err.Error()
			return
		}
	}
	if len(r.Old) > 0 {
		utiljson.Unmarshal(r.Old, &old)
	}
	switch r.Op {
	case "structural":
		res["errors"] = lines(schema.ValidateStructural(nil, c.s))
	case "validate":
		res["errors"] = lines(validation.ValidateCustomResource(nil, obj, c.v))
	case "ratchet":
		res["errors"] = lines(validation.ValidateCustomResourceUpdate(nil, obj, old, c.v, validation.WithRatcheting(nil)))
	case "lists":
		m, _ := obj.(map[string]interface{})
		res["errors"] = lines(listtype.ValidateListSetsAndMaps(nil, c.s, m))
	case "meta":
		res["errors"] = lines(objectmeta.Validate(context.Background(), nil, obj, c.s, r.Root))
	case "coerce":
		err, unknown := objectmeta.CoerceWithOptions(nil, obj, c.s, r.Root, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true, DropInvalidFields: r.Format == "drop"})
		if err != nil {
			res["error"] = err.Error()
		}
		res["unknown"] = unknown
		res["out"] = obj
	case "prune":
		res["unknown"] = pruning.PruneWithOptions(obj, c.s, r.Root, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
		res["out"] = obj
	case "prunenulls":
		defaulting.PruneNonNullableNullsWithoutDefaults(obj, c.s)
		res["out"] = obj
	case "default":
		defaulting.PruneNonNullableNullsWithoutDefaults(obj, c.s)
		defaulting.Default(obj, c.s)
		res["out"] = obj
	case "prunedefaults":
		cp := c.s.DeepCopy()
		if err := defaulting.PruneDefaults(cp); err != nil {
			res["error"] = err.Error()
		}
		res["out"] = cp.ToKubeOpenAPI()
	case "validatedefaults":
		errs, err := defaulting.ValidateDefaults(context.Background(), nil, c.s.DeepCopy(), true, true)
		if err != nil {
			res["error"] = err.Error()
		}
		res["errors"] = lines(errs)
	case "cel":
		if c.c == nil {
			c.c = cel.NewValidator(c.s, true, 1000000)
		}
		if c.c == nil {
			res["errors"] = []string{}
			return
		}
		errs, left := c.c.Validate(context.Background(), nil, c.s, obj, old, math.MaxInt64)
		res["errors"] = lines(errs)
		res["cost"] = math.MaxInt64 - left
	default:
		res["error"] = "unknown op"
	}
	return
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			var r req
			if e := json.Unmarshal(line, &r); e != nil {
				fmt.Fprintf(out, "{\"error\":%q}\n", e.Error())
			} else {
				b, _ := json.Marshal(handle(r))
				out.Write(b)
				out.WriteByte('\n')
			}
			if in.Buffered() == 0 {
				out.Flush()
			}
		}
		if err != nil {
			break
		}
	}
	out.Flush()
}

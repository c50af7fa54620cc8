// Evaluates CEL expressions as Kubernetes: one request and one response per line.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

type request struct {
	// Set once, before the first expression.
	Schema json.RawMessage `json:"schema"`
	Object json.RawMessage `json:"object"`

	Expression string `json:"expression"`
}

type answer struct {
	Issues   string   `json:"issues,omitempty"`
	Type     string   `json:"type,omitempty"`
	Value    string   `json:"value,omitempty"`
	Error    string   `json:"error,omitempty"`
	Cost     uint64   `json:"cost"`
	Estimate []uint64 `json:"estimate,omitempty"`
}

type sizes struct{ root *apiservercel.DeclType }

// The same walk as that of CustomResourceDefinitions, which is not public.
func (s *sizes) EstimateSize(element checker.AstNode) *checker.SizeEstimate {
	path := element.Path()
	if len(path) == 0 {
		return nil
	}
	if path[0] == "object" {
		return nil
	}
	at := s.root
	for _, name := range path[1:] {
		switch name {
		case "@items", "@values":
			at = at.ElemType
		case "@keys":
			at = at.KeyType
		default:
			field, ok := at.Fields[name]
			if !ok {
				return nil
			}
			at = field.Type
		}
		if at == nil {
			return nil
		}
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(at.MaxElements)}
}

func (s *sizes) EstimateCallCost(function, overloadID string, target *checker.AstNode, args []checker.AstNode) *checker.CallEstimate {
	return nil
}

type judge struct {
	env       *cel.Env
	estimator *library.CostEstimator
	variables map[string]any
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func newJudge(r request) *judge {
	props := apiextensionsv1.JSONSchemaProps{}
	check(json.Unmarshal(r.Schema, &props))
	internal := apiextensions.JSONSchemaProps{}
	check(apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&props, &internal, nil))
	structural, err := schema.NewStructural(&internal)
	check(err)
	declared := model.SchemaDeclType(structural, false).MaybeAssignTypeName("selfType")
	env, err := environment.MustBaseEnvSet(version.MajorMinor(1, 36)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions: []cel.EnvOption{
			cel.Variable("self", declared.CelType()),
			cel.Variable("object", cel.DynType),
		},
		DeclTypes: []*apiservercel.DeclType{declared},
	})
	check(err)
	var object map[string]any
	check(utiljson.Unmarshal(r.Object, &object))
	return &judge{
		env:       env.NewExpressionsEnv(),
		estimator: &library.CostEstimator{SizeEstimator: &sizes{declared}},
		variables: map[string]any{"object": object, "self": schemacel.UnstructuredToVal(object, structural)},
	}
}

func (j *judge) answer(expression string) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{Error: fmt.Sprintf("panic: %v", r)}
		}
	}()
	ast, issues := j.env.Compile(expression)
	if issues != nil {
		return answer{Issues: "compilation failed: " + issues.String()}
	}
	a.Type = ast.OutputType().String()
	program, err := j.env.Program(ast, cel.CostLimit(1000000), cel.CostTracking(j.estimator))
	if err != nil {
		a.Issues = "program instantiation failed: " + err.Error()
		return a
	}
	estimate, err := j.env.EstimateCost(ast, j.estimator)
	check(err)
	a.Estimate = []uint64{estimate.Min, estimate.Max}
	value, details, err := program.Eval(j.variables)
	if details != nil && details.ActualCost() != nil {
		a.Cost = *details.ActualCost()
	}
	if err != nil {
		a.Error = err.Error()
		return a
	}
	a.Value = text(value)
	return a
}

func text(value ref.Val) string {
	switch v := value.(type) {
	case types.Null:
		return "null"
	case types.Bool:
		return strconv.FormatBool(bool(v))
	case types.Int:
		return strconv.FormatInt(int64(v), 10)
	case types.Uint:
		return strconv.FormatUint(uint64(v), 10) + "u"
	case types.Double:
		return "double " + strconv.FormatFloat(float64(v), 'g', -1, 64)
	case types.String:
		quoted, err := json.Marshal(string(v))
		check(err)
		return string(quoted)
	case types.Bytes:
		return "bytes " + hex.EncodeToString([]byte(v))
	case types.Timestamp:
		return "timestamp " + string(v.ConvertToType(types.StringType).(types.String))
	case types.Duration:
		return "duration " + strconv.FormatInt(int64(v.Duration), 10)
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "optional(" + text(v.GetValue()) + ")"
	case *types.Type:
		return "type " + v.TypeName()
	case traits.Lister:
		items := []string{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			items = append(items, text(it.Next()))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case traits.Mapper:
		entries := []string{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			entries = append(entries, text(key)+": "+text(v.Get(key)))
		}
		sort.Strings(entries)
		return "{" + strings.Join(entries, ", ") + "}"
	}
	return value.Type().TypeName()
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	var j *judge
	for in.Scan() {
		r := request{}
		check(json.Unmarshal(in.Bytes(), &r))
		if r.Schema != nil {
			j = newJudge(r)
			continue
		}
		check(encoder.Encode(j.answer(r.Expression)))
	}
}

// The metrics that packages in Go register, read from their source: name, type, level, labels and buckets, as JSON.
//
// Arguments are folders: `go run . $(go env GOMODCACHE)/k8s.io/{apiserver,…}@v0.36.3 > ../../metrics/upstream-metrics.json`.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

type family struct {
	Type       string    `json:"type"`
	Stability  string    `json:"stability"`
	Labels     []string  `json:"labels"`
	Buckets    []float64 `json:"buckets,omitempty"`
	Deprecated string    `json:"deprecated,omitempty"`
	Help       string    `json:"help"`
}

var kinds = []string{"TimingRatioHistogram", "Histogram", "Counter", "Gauge", "Summary"}

// Those of Prometheus.
var defaultBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

func main() {
	families := map[string]family{}
	for _, root := range os.Args[1:] {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				readPackage(path, families)
			}
			return err
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(families); err != nil {
		log.Fatal(err)
	}
}

// scope knows the constants and variables of a package.
type scope map[string]ast.Expr

func readPackage(folder string, into map[string]family) {
	packages, err := parser.ParseDir(token.NewFileSet(), folder, func(info fs.FileInfo) bool {
		return !strings.HasSuffix(info.Name(), "_test.go")
	}, 0)
	if err != nil {
		return
	}
	for _, each := range packages {
		names := scope{}
		for _, file := range each.Files {
			names.declare(file)
		}
		for _, file := range each.Files {
			ast.Inspect(file, func(node ast.Node) bool {
				if call, ok := node.(*ast.CallExpr); ok {
					names.read(call, into)
				}
				return true
			})
		}
	}
}

func (s scope) declare(file *ast.File) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch spec := node.(type) {
		case *ast.ValueSpec:
			for index, name := range spec.Names {
				if index < len(spec.Values) {
					s[name.Name] = spec.Values[index]
				}
			}
		case *ast.AssignStmt:
			for index, left := range spec.Lhs {
				if name, ok := left.(*ast.Ident); ok && index < len(spec.Rhs) && s[name.Name] == nil {
					s[name.Name] = spec.Rhs[index]
				}
			}
		}
		return true
	})
}

func (s scope) read(call *ast.CallExpr, into map[string]family) {
	name := nameOf(call.Fun)
	if !strings.HasPrefix(name, "New") || len(call.Args) == 0 {
		return
	}
	if name == "NewDesc" {
		if len(call.Args) < 5 || s.text(call.Args[0]) == "" {
			return
		}
		into[s.text(call.Args[0])] = family{"gauge", nameOf(call.Args[4]), s.texts(call.Args[2]), nil, "", s.text(call.Args[1])}
		return
	}
	options := s.options(call.Args[0])
	if options == nil || options["Name"] == nil {
		return
	}
	parts := []string{}
	for _, key := range []string{"Namespace", "Subsystem", "Name"} {
		if part := s.text(options[key]); part != "" {
			parts = append(parts, part)
		}
	}
	result := family{Type: typeOf(name), Stability: nameOf(options["StabilityLevel"]), Labels: []string{}}
	if result.Type == "" {
		return
	}
	if len(call.Args) > 1 {
		result.Labels = s.texts(call.Args[len(call.Args)-1])
		if strings.HasPrefix(name, "NewTimingRatio") {
			result.Labels = s.all(call.Args[1:])
		}
	}
	result.Buckets = s.numbers(options["Buckets"])
	if result.Type == "histogram" && result.Buckets == nil {
		result.Buckets = defaultBuckets
	}
	result.Deprecated = s.text(options["DeprecatedVersion"])
	result.Help = s.text(options["Help"])
	into[strings.Join(parts, "_")] = result
}

func typeOf(constructor string) string {
	for _, kind := range kinds {
		if strings.HasPrefix(constructor, "New"+kind) {
			if kind == "TimingRatioHistogram" {
				return "histogram"
			}
			return strings.ToLower(kind)
		}
	}
	return ""
}

func (s scope) options(expr ast.Expr) map[string]ast.Expr {
	if pointer, ok := expr.(*ast.UnaryExpr); ok {
		expr = pointer.X
	}
	literal, ok := expr.(*ast.CompositeLit)
	if !ok || !strings.HasSuffix(nameOf(literal.Type), "Opts") {
		return nil
	}
	result := map[string]ast.Expr{}
	for _, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			result[nameOf(pair.Key)] = pair.Value
		}
	}
	return result
}

func nameOf(expr ast.Expr) string {
	switch each := expr.(type) {
	case *ast.Ident:
		return each.Name
	case *ast.SelectorExpr:
		return each.Sel.Name
	}
	return ""
}

func (s scope) text(expr ast.Expr) string {
	switch each := expr.(type) {
	case *ast.BasicLit:
		value, _ := strconv.Unquote(each.Value)
		return value
	case *ast.Ident:
		return s.text(s[each.Name])
	case *ast.SelectorExpr:
		if each.Sel.Name == "APIServerComponent" {
			return "apiserver"
		}
	case *ast.BinaryExpr:
		return s.text(each.X) + s.text(each.Y)
	case *ast.CallExpr:
		switch nameOf(each.Fun) {
		case "BuildFQName":
			parts := []string{}
			for _, argument := range each.Args {
				if part := s.text(argument); part != "" {
					parts = append(parts, part)
				}
			}
			return strings.Join(parts, "_")
		case "Sprintf":
			values := []any{}
			for _, argument := range each.Args[1:] {
				values = append(values, s.text(argument))
			}
			return fmt.Sprintf(s.text(each.Args[0]), values...)
		}
	}
	return ""
}

func (s scope) texts(expr ast.Expr) []string {
	switch each := expr.(type) {
	case *ast.CompositeLit:
		return s.all(each.Elts)
	case *ast.Ident:
		return s.texts(s[each.Name])
	}
	return []string{}
}

func (s scope) all(exprs []ast.Expr) []string {
	result := []string{}
	for _, each := range exprs {
		result = append(result, s.text(each))
	}
	sort.Strings(result)
	return result
}

func (s scope) numbers(expr ast.Expr) []float64 {
	switch each := expr.(type) {
	case *ast.CompositeLit:
		result := []float64{}
		for _, element := range each.Elts {
			result = append(result, s.number(element))
		}
		return result
	case *ast.Ident:
		return s.numbers(s[each.Name])
	case *ast.SelectorExpr:
		if each.Sel.Name == "DefBuckets" {
			return defaultBuckets
		}
	case *ast.CallExpr:
		return s.series(each)
	}
	return nil
}

func (s scope) series(call *ast.CallExpr) []float64 {
	if len(call.Args) != 3 {
		return nil
	}
	value, step := s.number(call.Args[0]), s.number(call.Args[1])
	result := []float64{}
	for len(result) < int(s.number(call.Args[2])) {
		result = append(result, value)
		if nameOf(call.Fun) == "LinearBuckets" {
			value += step
		} else {
			value *= step
		}
	}
	return result
}

func (s scope) number(expr ast.Expr) float64 {
	switch each := expr.(type) {
	case *ast.BasicLit:
		value, err := strconv.ParseFloat(strings.ReplaceAll(each.Value, "_", ""), 64)
		if err != nil {
			log.Fatal(err)
		}
		return value
	case *ast.Ident:
		return s.number(s[each.Name])
	case *ast.BinaryExpr:
		x, y := s.number(each.X), s.number(each.Y)
		switch each.Op {
		case token.MUL:
			return x * y
		case token.QUO:
			return x / y
		}
		return x + y
	}
	return 0
}

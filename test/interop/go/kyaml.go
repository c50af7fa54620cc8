package main

import (
	"bytes"
	"strings"

	"sigs.k8s.io/yaml/kyaml"
)

func init() {
	register(map[string]func(*request) answer{"kyaml": toKYAML})
}

// toKYAML writes a JSON text as kubectl -o kyaml does.
func toKYAML(r *request) answer {
	out := &bytes.Buffer{}
	if err := (&kyaml.Encoder{}).FromYAML(strings.NewReader(r.text()), out); err != nil {
		return answer{"error": err.Error()}
	}
	return answer{"out": out.String()}
}

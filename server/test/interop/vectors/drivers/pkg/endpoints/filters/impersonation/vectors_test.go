package impersonation

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand"
	"net/http"
	"os"
	"sort"
	"strings"
	"testing"

	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
)

type requestRow struct {
	User      *user.DefaultInfo   `json:"user"`
	Header    map[string][]string `json:"header"`
	Attribute map[string]string   `json:"attributes"`
	Result    *user.DefaultInfo   `json:"result,omitempty"`
	Verb      string              `json:"verb,omitempty"`
	Error     string              `json:"error,omitempty"`
	Checks    []string            `json:"checks,omitempty"`
}

type sessionRow struct {
	// Beginnings of checks that are allowed; one that begins with "!" fails with an error.
	Allowed  []string     `json:"allowed"`
	Requests []requestRow `json:"requests"`
}

func textOf(a authorizer.Attributes) string {
	return strings.Join([]string{a.GetVerb(), a.GetAPIGroup(), a.GetResource(), a.GetSubresource(), a.GetNamespace(), a.GetName(), a.GetAPIVersion()}, "|")
}

func TestVectorsOfImpersonation(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	some := func(most int, texts ...string) (result []string) {
		for n := rng.Intn(most + 1); n > 0; n-- {
			result = append(result, one(texts...))
		}
		return result
	}
	var rows []sessionRow
	for len(rows) < 400 {
		row := sessionRow{Allowed: some(9, "impersonate|", "impersonate|", "impersonate||users", "impersonate||groups", "impersonate||groups||||g1|",
			"impersonate|authentication.k8s.io|uids", "impersonate|authentication.k8s.io|userextras", "impersonate||serviceaccounts||ns|",
			"impersonate:user-info|", "impersonate:user-info|", "impersonate:user-info|authentication.k8s.io|users", "impersonate:user-info|authentication.k8s.io|groups|||*",
			"impersonate:user-info|authentication.k8s.io|userextras|*", "impersonate:user-info|authentication.k8s.io|groups|||g1",
			"impersonate-on:user-info:get|", "impersonate-on:user-info:", "impersonate-on:", "impersonate-on:", "impersonate:", "impersonate:serviceaccount|",
			"impersonate:arbitrary-node|", "impersonate:arbitrary-node|authentication.k8s.io|nodes|||n1", "impersonate:associated-node|", "!impersonate:", "!impersonate|")}
		for n := 1 + rng.Intn(4); n > 0; n-- {
			request := requestRow{
				User:      &user.DefaultInfo{Name: one("alice", "alice", "system:serviceaccount:ns:agent", "system:serviceaccount:ns:agent", "system:serviceaccount:a.b:agent")},
				Header:    map[string][]string{},
				Attribute: map[string]string{"verb": one("get", "create"), "resource": one("pods", "nodes"), "name": one("", "x")},
			}
			if nodes := some(2, "n1", "n1", "n2"); len(nodes) > 0 && rng.Intn(2) == 0 {
				request.User.Extra = map[string][]string{"authentication.kubernetes.io/node-name": nodes, "b": {"c"}}
			}
			if name := one("bob", "bob", "bob", "", "system:anonymous", "system:node:n1", "system:node:n1", "system:node:", "system:node:N/1", "system:node:a..b",
				"system:serviceaccount:ns:x", "system:serviceaccount:ns:x.y", "system:serviceaccount:n.s:x", "system:serviceaccount:ns:x:y", "system:serviceaccount:ns:", "system:serviceaccount:ns:x..y"); name != "" {
				request.Header["Impersonate-User"] = []string{name}
			}
			if rng.Intn(4) == 0 {
				request.Header["Impersonate-Uid"] = []string{one("u1", "")}
			}
			if groups := some(6, "g1", "g1", "g2", "g3", "system:authenticated"); len(groups) > 0 && rng.Intn(3) == 0 {
				request.Header["Impersonate-Group"] = append(groups, some(1, "system:unauthenticated", "system:masters", "", "g4")...)
			}
			if values := some(5, "v1", "v2", "V 3", ""); len(values) > 0 && rng.Intn(3) == 0 {
				request.Header[one("Impersonate-Extra-Scopes", "Impersonate-Extra-Scopes", "Impersonate-Extra-Example.com%2fa", "Impersonate-Extra-Example.com%2Fb_c",
					"Impersonate-Extra-", "Impersonate-Extra-%zz", "Impersonate-Extra-A%20b")] = values
			}
			row.Requests = append(row.Requests, request)
		}
		decide := func(a authorizer.Attributes) (authorizer.Decision, string, error) {
			for _, rule := range row.Allowed {
				if strings.HasPrefix(textOf(a), rule) {
					return authorizer.DecisionAllow, "", nil
				}
				if strings.HasPrefix("!"+textOf(a), rule) {
					return authorizer.DecisionNoOpinion, "nobody knows", errors.New("broken")
				}
			}
			return authorizer.DecisionNoOpinion, "", nil
		}
		for index := range row.Requests {
			request := &row.Requests[index]
			headers := http.Header{}
			for name, values := range request.Header {
				headers[http.CanonicalHeaderKey(name)] = append([]string{}, values...)
			}
			wanted, err := processImpersonationHeaders(headers)
			if err != nil {
				request.Error = err.Error()
				continue
			}
			if wanted == nil {
				continue
			}
			// Without what is remembered from request to request: ours remembers no decisions.
			tracker := newImpersonationModesTracker(authorizer.AuthorizerFunc(func(_ context.Context, a authorizer.Attributes) (authorizer.Decision, string, error) {
				text := textOf(a)
				if keys := a.GetUser().GetExtra()["authentication.kubernetes.io/associated-node-keys"]; keys != nil {
					text += "|" + strings.Join(keys, ",")
				}
				request.Checks = append(request.Checks, text)
				return decide(a)
			}))
			found, err := tracker.getImpersonatedUser(context.Background(), wanted, authorizer.AttributesRecord{User: request.User, Verb: request.Attribute["verb"],
				APIVersion: "v1", Resource: request.Attribute["resource"], Name: request.Attribute["name"], ResourceRequest: true})
			if err != nil {
				request.Error = err.Error()
				continue
			}
			groups := append([]string{}, found.user.GetGroups()...)
			request.Result = &user.DefaultInfo{Name: found.user.GetName(), UID: found.user.GetUID(), Groups: groups, Extra: found.user.GetExtra()}
			request.Verb = found.constraint
			left := []string{}
			for name := range headers {
				left = append(left, name)
			}
			if sort.Strings(left); len(left) > 0 {
				t.Fatalf("header fields stay: %v", left)
			}
		}
		rows = append(rows, row)
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/impersonation.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	authorizationcel "k8s.io/apiserver/pkg/authorization/cel"
	"k8s.io/client-go/rest"
)

type reviewAnswer struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body"`
}

type reviewStep struct {
	Attributes map[string]any  `json:"attributes"`
	Fields     string          `json:"fields,omitempty"`
	Labels     string          `json:"labels,omitempty"`
	Answer     reviewAnswer    `json:"answer"`
	Calls      int             `json:"calls"`
	Sent       json.RawMessage `json:"sent,omitempty"`
	Decision   string          `json:"decision"`
	Reason     string          `json:"reason,omitempty"`
	Error      string          `json:"error,omitempty"`
}

type reviewSession struct {
	Version    string       `json:"version"`
	Allowed    bool         `json:"allowed"`
	Others     bool         `json:"others"`
	Denies     bool         `json:"denies"`
	Conditions []string     `json:"conditions,omitempty"`
	Questions  []reviewStep `json:"questions"`
}

func TestVectorsOfAccessReviews(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	conditions := []string{"request.user == 'jane'", "has(request.resourceAttributes)", "has(request.nonResourceAttributes)", "request.resourceAttributes.namespace == 'sea'", "request.resourceAttributes.name != 'x'",
		"'g' in request.groups", "!('g' in request.groups)", "request.extra['k'][0] == 'v'", "has(request.extra.k)", "request.uid == ''", "request.nonResourceAttributes.path.startsWith('/a')", "has(request.resourceAttributes.fieldSelector)",
		"request.?resourceAttributes.fieldSelector.requirements.orValue([]).exists(r, r.key=='spec.a' && r.operator=='In' && ('1' in r.values))", "request.resourceAttributes.labelSelector.requirements.size() > 0",
		"request.resourceAttributes.labelSelector.requirements.exists(r, r.operator == 'Exists')", "has(request.resourceAttributes.labelSelector.rawSelector)", "request.resourceAttributes.subresource == ''", "has(request.resourceAttributes.group)", "request.groups.size() < 3", "[1,2][request.groups.size()] == 1"}
	ttl := func(long bool) time.Duration {
		if long {
			return time.Hour
		}
		return 0
	}
	var sessions []reviewSession
	for len(sessions) < 150 {
		session := reviewSession{Version: one("v1", "v1beta1"), Allowed: rng.Intn(3) > 0, Others: rng.Intn(2) == 0, Denies: rng.Intn(3) == 0}
		var matches []apiserver.WebhookMatchCondition
		if rng.Intn(2) == 0 {
			for len(session.Conditions) < 1+rng.Intn(3) {
				condition := one(conditions...)
				if !strings.Contains(strings.Join(session.Conditions, "\n"), condition) {
					session.Conditions = append(session.Conditions, condition)
					matches = append(matches, apiserver.WebhookMatchCondition{Expression: condition})
				}
			}
		}
		var answer reviewAnswer
		var calls int
		var sent []byte
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			calls++
			sent, _ = io.ReadAll(r.Body)
			for name, value := range answer.Headers {
				w.Header().Set(name, value)
			}
			w.WriteHeader(answer.Status)
			io.WriteString(w, answer.Body)
		}))
		backoff := wait.Backoff{Duration: time.Millisecond, Factor: 1.5, Steps: 5}
		client, err := subjectAccessReviewInterfaceFromConfig(&rest.Config{Host: server.URL, QPS: -1}, session.Version, backoff)
		if err != nil {
			t.Fatal(err)
		}
		onError := authorizer.DecisionNoOpinion
		if session.Denies {
			onError = authorizer.DecisionDeny
		}
		webhook, err := newWithBackoff(client, ttl(session.Allowed), ttl(session.Others), backoff, onError, matches, noopAuthorizerMetrics(), authorizationcel.NewDefaultCompiler(), "w")
		if err != nil {
			t.Fatal(err)
		}
		for len(session.Questions) < 8 {
			long := ""
			if rng.Intn(8) == 0 {
				long = strings.Repeat("n", []int{9979, 9990, 12000}[rng.Intn(3)])
			}
			info := &user.DefaultInfo{Name: one("jane", "jane", "bob", ""), UID: one("", "1")}
			info.Groups = [][]string{nil, {}, {"g"}, {"g", "h"}}[rng.Intn(4)]
			info.Extra = []map[string][]string{nil, {}, {"k": {"v"}}, {"k": {"v", "w"}, "a": {}}}[rng.Intn(4)]
			record := authorizer.AttributesRecord{User: info, Verb: one("get", "list"), Path: one("/a", "/api/v1/b")}
			step := reviewStep{Answer: reviewedAnswer(rng, session.Version)}
			if rng.Intn(4) > 0 {
				record.ResourceRequest, record.Namespace, record.APIGroup, record.APIVersion = true, one("sea", ""), one("", "apps"), one("v1", "*")
				record.Resource, record.Subresource, record.Name = one("pods", "*"), one("", "", "status"), one("", "x")+long
				if rng.Intn(3) == 0 {
					step.Fields = one("spec.a=1", "spec.a!=1,b==2", "a=")
					record.FieldSelectorRequirements = fields.ParseSelectorOrDie(step.Fields).Requirements()
				}
				if rng.Intn(3) == 0 {
					step.Labels = one("a=1", "a==1,b!=2", "a in (y,x),b notin (z)", "a,!b", "a>5", "a<5,b=1")
					selector, err := labels.Parse(step.Labels)
					if err != nil {
						t.Fatal(err)
					}
					record.LabelSelectorRequirements, _ = selector.Requirements()
				}
			}
			step.Attributes = map[string]any{
				"user": map[string]any{"name": info.Name, "uid": info.UID, "groups": append([]string{}, info.Groups...), "extra": info.Extra},
				"verb": record.Verb, "namespace": record.Namespace, "apiGroup": record.APIGroup, "apiVersion": record.APIVersion, "resource": record.Resource,
				"subresource": record.Subresource, "name": record.Name, "isResourceRequest": record.ResourceRequest, "path": record.Path,
			}
			answer, calls, sent = step.Answer, 0, nil
			decision, reason, err := webhook.Authorize(context.Background(), record)
			step.Calls, step.Sent, step.Reason = calls, sent, reason
			step.Decision = map[authorizer.Decision]string{authorizer.DecisionAllow: "allow", authorizer.DecisionDeny: "deny", authorizer.DecisionNoOpinion: "no-opinion"}[decision]
			if err != nil {
				step.Error = err.Error()
			}
			session.Questions = append(session.Questions, step)
			if rng.Intn(3) == 0 {
				// The same question, answered otherwise.
				again := step
				again.Answer = reviewedAnswer(rng, session.Version)
				answer, calls, sent = again.Answer, 0, nil
				decision, reason, err := webhook.Authorize(context.Background(), record)
				again.Calls, again.Sent, again.Reason, again.Error = calls, sent, reason, ""
				again.Decision = map[authorizer.Decision]string{authorizer.DecisionAllow: "allow", authorizer.DecisionDeny: "deny", authorizer.DecisionNoOpinion: "no-opinion"}[decision]
				if err != nil {
					again.Error = err.Error()
				}
				session.Questions = append(session.Questions, again)
			}
		}
		server.Close()
		sessions = append(sessions, session)
	}
	data, err := json.Marshal(sessions)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/access-reviews.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func reviewedAnswer(rng *rand.Rand, version string) reviewAnswer {
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	headers := map[string]string{"Content-Type": "application/json"}
	status := one(`{"allowed":true}`, `{"allowed":true,"reason":"because"}`, `{"allowed":false,"reason":"not now"}`, `{"allowed":false}`, `{"denied":true,"reason":"never"}`, `{"allowed":true,"denied":true,"reason":"both"}`, `{"allowed":false,"evaluationError":"broken"}`, `{}`, `{"allowed":1}`)
	switch rng.Intn(10) {
	case 0:
		code := []int{400, 401, 403, 404, 429, 500, 502, 503, 504}[rng.Intn(9)]
		return reviewAnswer{Status: code, Headers: map[string]string{"Content-Type": one("text/plain", "application/json")}, Body: one("HTTP Error", "")}
	case 1:
		return reviewAnswer{Status: 200, Headers: headers, Body: one(fmt.Sprintf(`{"apiVersion":"authorization.k8s.io/%s","status":%s}`, version, status), `{"kind":"ConfigMap","apiVersion":"v1"}`, "", "[]", "{}",
			`{"kind":"Status","apiVersion":"v1","status":"Failure","message":"refused","reason":"Forbidden","code":403}`, `{"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1","status":`+status+`}`, `{"kind":"LocalSubjectAccessReview","apiVersion":"authorization.k8s.io/v1","status":`+status+`}`)}
	default:
		return reviewAnswer{Status: 200, Headers: headers, Body: fmt.Sprintf(`{"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/%s","status":%s}`, version, status)}
	}
}

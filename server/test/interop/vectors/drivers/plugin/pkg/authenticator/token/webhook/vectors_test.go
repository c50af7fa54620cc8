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

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/authentication/token/cache"
	"k8s.io/client-go/rest"
)

type scriptedAnswer struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body"`
}

type tokenStep struct {
	Token     string          `json:"token"`
	Audiences []string        `json:"audiences,omitempty"`
	Answer    scriptedAnswer  `json:"answer"`
	Calls     int             `json:"calls"`
	Sent      json.RawMessage `json:"sent,omitempty"`
	User      any             `json:"user,omitempty"`
	Given     []string        `json:"given,omitempty"`
	Error     string          `json:"error,omitempty"`
}

type tokenSession struct {
	Version   string      `json:"version"`
	Implicit  []string    `json:"implicit,omitempty"`
	Cached    bool        `json:"cached"`
	Questions []tokenStep `json:"questions"`
}

func TestVectorsOfTokenReviews(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	var sessions []tokenSession
	for len(sessions) < 120 {
		session := tokenSession{Version: one("v1", "v1beta1"), Cached: rng.Intn(2) == 0}
		if rng.Intn(2) == 0 {
			session.Implicit = [][]string{{"api"}, {"api", "other"}}[rng.Intn(2)]
		}
		var answer scriptedAnswer
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
		client, err := tokenReviewInterfaceFromConfig(&rest.Config{Host: server.URL, QPS: -1}, session.Version, backoff)
		if err != nil {
			t.Fatal(err)
		}
		var tokens authenticator.Token
		tokens, err = newWithBackoff(client, backoff, session.Implicit, 10*time.Second, noopAuthenticatorMetrics())
		if err != nil {
			t.Fatal(err)
		}
		if session.Cached {
			tokens = cache.New(tokens, false, time.Hour, time.Hour)
		}
		for len(session.Questions) < 8 {
			step := tokenStep{Token: one("t", "u", "a.b.c"), Answer: madeAnswer(rng, "TokenReview", "authentication.k8s.io", session.Version, tokenStatus(rng))}
			if rng.Intn(2) == 0 {
				step.Audiences = [][]string{{"api"}, {"other"}, {"x", "api"}, {"x"}}[rng.Intn(4)]
			}
			answer, calls, sent = step.Answer, 0, nil
			ctx := context.Background()
			if step.Audiences != nil {
				ctx = authenticator.WithAudiences(ctx, step.Audiences)
			}
			response, ok, err := tokens.AuthenticateToken(ctx, step.Token)
			step.Calls, step.Sent = calls, sent
			if err != nil {
				step.Error = err.Error()
			} else if ok {
				step.User, step.Given = response.User, response.Audiences
			}
			session.Questions = append(session.Questions, step)
		}
		server.Close()
		sessions = append(sessions, session)
	}
	data, err := json.Marshal(sessions)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/token-reviews.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func tokenStatus(rng *rand.Rand) string {
	user := []string{`{"username":"jane","uid":"1","groups":["a","b"],"extra":{"k":["v","w"]}}`, `{"username":"jane"}`, `{}`, `{"username":"jane","groups":null,"extra":{}}`, `{"username":5}`, `{"username":"jane","extra":{"k":"v"}}`}[rng.Intn(6)]
	if rng.Intn(8) == 0 {
		return []string{`{"error":"no such user"}`, `{"authenticated":true,"error":"both","user":{"username":"x"}}`, `{}`, `null`, `{"authenticated":"yes"}`}[rng.Intn(5)]
	}
	audiences := []string{"", "", `,"audiences":["api"]`, `,"audiences":["other","api"]`, `,"audiences":[]`}[rng.Intn(5)]
	return fmt.Sprintf(`{"authenticated":%v,"user":%s%s}`, rng.Intn(4) > 0, user, audiences)
}

// An answer that is a review in two cases of three.
func madeAnswer(rng *rand.Rand, kind, group, version, status string) scriptedAnswer {
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	json := map[string]string{"Content-Type": "application/json"}
	review := fmt.Sprintf(`{"kind":%q,"apiVersion":"%s/%s","status":%s}`, kind, group, version, status)
	switch rng.Intn(12) {
	case 0:
		codes := []int{400, 401, 403, 404, 405, 406, 409, 413, 415, 418, 422, 429, 500, 501, 502, 503, 504, 599}
		return scriptedAnswer{Status: codes[rng.Intn(len(codes))], Headers: map[string]string{"Content-Type": one("text/plain", "application/json", "text/html; charset=utf-8", "image/png")}, Body: one("HTTP Error", "", " padded \n")}
	case 1:
		code := []int{400, 403, 409, 429, 500, 503, 504}[rng.Intn(7)]
		reason := one("Forbidden", "InternalError", "ServerTimeout", "Timeout", "TooManyRequests", "NotFound", "")
		details := one("", `,"details":{"retryAfterSeconds":1}`, `,"details":{"causes":[{"message":"m"}]}`)
		return scriptedAnswer{Status: code, Headers: json, Body: fmt.Sprintf(`{"kind":"Status","apiVersion":"v1","status":"Failure","message":"refused","reason":%q,"code":%d%s}`, reason, code, details)}
	case 2:
		return scriptedAnswer{Status: []int{429, 500, 503, 400}[rng.Intn(4)], Headers: map[string]string{"Retry-After": one("0", "0", "x"), "Content-Type": "text/plain"}, Body: "later"}
	case 3:
		return scriptedAnswer{Status: 200, Headers: map[string]string{"Content-Type": one("application/json", "text/plain", "", "application/yaml", "x/y")}, Body: one("", "{", "[]", "null", "5", `"x"`, "{}", `{"status":"x"}`,
			`{"kind":"Status","apiVersion":"v1","status":"Failure","message":"refused","reason":"Forbidden","code":403}`, `{"kind":"Status","apiVersion":"v1","status":"Success"}`,
			`{"kind":"ConfigMap","apiVersion":"v1"}`, `{"kind":"Nonsense","apiVersion":"v1"}`, strings.Replace(review, kind, "SelfSubjectReview", 1), strings.Replace(review, group, "wrong.k8s.io", 1))}
	case 4:
		return scriptedAnswer{Status: 200, Headers: json, Body: one(fmt.Sprintf(`{"apiVersion":"%s/%s","status":%s}`, group, version, status), fmt.Sprintf(`{"status":%s}`, status), fmt.Sprintf(`{"kind":%q,"status":%s}`, kind, status),
			fmt.Sprintf(`{"kind":%q,"apiVersion":"%s/v1","status":%s}`, kind, group, status), fmt.Sprintf(`{"kind":%q,"apiVersion":"%s/v1beta1","status":%s}`, kind, group, status),
			fmt.Sprintf(`{"kind":%q,"apiVersion":"%s/v2","status":%s}`, kind, group, status), fmt.Sprintf(`{"kind":%q,"apiVersion":"%s/%s","Status":%s,"unknown":1}`, kind, group, version, status))}
	default:
		return scriptedAnswer{Status: []int{200, 200, 200, 201, 204, 206}[rng.Intn(6)], Headers: json, Body: review}
	}
}

package oidc

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	cryptorand "crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"gopkg.in/go-jose/go-jose.v2"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apiserver/pkg/apis/apiserver"
	apiserverv1 "k8s.io/apiserver/pkg/apis/apiserver/v1"
	"k8s.io/apiserver/pkg/authentication/user"
)

type servedDocument struct {
	Status       int    `json:"status"`
	CacheControl string `json:"cacheControl,omitempty"`
	Body         string `json:"body"`
}

// What issuers and sources of claims serve, by URL.
type servedDocuments map[string]servedDocument

type issuerStep struct {
	Served servedDocuments   `json:"served"`
	Token  string            `json:"token"`
	Asked  []string          `json:"asked,omitempty"`
	User   *user.DefaultInfo `json:"user,omitempty"`
	Error  string            `json:"error,omitempty"`
}

type issuerSession struct {
	Config json.RawMessage `json:"config"`
	Steps  []issuerStep    `json:"steps"`
}

type servedBy struct {
	documents servedDocuments
	asked     []string
}

func (s *servedBy) RoundTrip(r *http.Request) (*http.Response, error) {
	s.asked = append(s.asked, strings.TrimSpace(r.URL.String()+" "+r.Header.Get("Authorization")))
	document, ok := s.documents[r.URL.String()]
	if !ok {
		document = servedDocument{Status: 404, Body: "nothing"}
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if document.CacheControl != "" {
		header.Set("Cache-Control", document.CacheControl)
	}
	return &http.Response{Request: r, StatusCode: document.Status, Status: fmt.Sprintf("%d %s", document.Status, http.StatusText(document.Status)), Header: header, Body: io.NopCloser(bytes.NewReader([]byte(document.Body)))}, nil
}

func TestVectorsOfIssuers(t *testing.T) {
	synchronizeTokenIDVerifierForTest = true
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	mostly := func(first string, others ...string) string {
		if rng.Intn(6) > 0 {
			return first
		}
		return one(others...)
	}
	object := func(members map[string]string) string {
		var parts []string
		for name, value := range members {
			if value != "" {
				parts = append(parts, `"`+name+`":`+value)
			}
		}
		sort.Strings(parts)
		return "{" + strings.Join(parts, ",") + "}"
	}
	var private []*ecdsa.PrivateKey
	for len(private) < 3 {
		key, err := ecdsa.GenerateKey(elliptic.P256(), cryptorand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		private = append(private, key)
	}
	sign := func(key int, id, claims string) string {
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: &jose.JSONWebKey{Key: private[key], KeyID: id}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		jws, err := signer.Sign([]byte(claims))
		if err != nil {
			t.Fatal(err)
		}
		token, err := jws.CompactSerialize()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	published := func(keys map[int]string) string {
		var set jose.JSONWebKeySet
		for key := range private {
			if id, ok := keys[key]; ok {
				set.Keys = append(set.Keys, jose.JSONWebKey{Key: private[key].Public(), KeyID: id, Use: "sig", Algorithm: one("ES256", "")})
			}
		}
		text, err := json.Marshal(set)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	keySets := []map[int]string{{0: "a"}, {0: "a", 1: "b"}, {0: "a"}, {0: "a", 1: "b"}, {0: "a", 1: "b"}, {0: "a", 1: "b"}, {0: "a"}, {1: "b"}, {1: "a"}, {0: ""}, {0: "a", 1: "a"}, {0: "", 1: ""}, {}}
	var sessions []issuerSession
	for len(sessions) < 130 {
		issuer := one("https://issuer.example", "https://issuer.example", "https://issuer.example/realm", "https://issuer.example/realm/", "https://accounts.google.com")
		discovery := one("", "", "https://elsewhere.example/openid")
		config := object(map[string]string{
			"issuer": object(map[string]string{"url": `"` + issuer + `"`, "discoveryURL": map[bool]string{true: "", false: `"` + discovery + `"`}[discovery == ""],
				"audiences": one(`["api"]`, `["api"]`, `["api","other"]`), "audienceMatchPolicy": `"MatchAny"`}),
			"claimMappings": object(map[string]string{"username": `{"claim":"sub","prefix":""}`, "groups": mostly(`{"claim":"groups","prefix":"g:"}`, `{"claim":"rol.es/1","prefix":""}`, `{"expression":"claims.?groups.orValue([])"}`)}),
		})
		if strings.Contains(config, `["api"]`) {
			config = strings.Replace(config, `"audienceMatchPolicy":"MatchAny",`, "", 1)
		}
		session := issuerSession{Config: json.RawMessage(config)}
		var external apiserverv1.JWTAuthenticator
		var internal apiserver.JWTAuthenticator
		if err := json.Unmarshal([]byte(config), &external); err != nil {
			t.Fatal(err)
		}
		if err := apiserverv1.Convert_v1_JWTAuthenticator_To_apiserver_JWTAuthenticator(&external, &internal, nil); err != nil {
			t.Fatal(err)
		}
		wellKnown := strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
		if discovery != "" {
			wellKnown = discovery
		}
		documents := func() servedDocuments {
			cache := func() string {
				return one("", "", "max-age=3600", "max-age=0", "no-store", "no-cache, max-age=3600", "private, max-age=3600", "public, max-age=3600", "s-maxage=3600", "max-age=x")
			}
			served := servedDocuments{
				wellKnown:                     {Status: 200, Body: fmt.Sprintf(`{"issuer":%q,"jwks_uri":"https://keys.example/jwks"}`, issuer)},
				"https://keys.example/jwks":   {Status: 200, CacheControl: cache(), Body: published(keySets[rng.Intn(len(keySets))])},
				"https://claims.example/jwks": {Status: 200, CacheControl: cache(), Body: published(keySets[rng.Intn(8)])},
				"https://claims.example/.well-known/openid-configuration": {Status: 200, Body: `{"issuer":"https://claims.example","jwks_uri":"https://claims.example/jwks"}`},
			}
			if rng.Intn(12) == 0 {
				served["https://keys.example/jwks"] = servedDocument{Status: []int{500, 200, 200, 404}[rng.Intn(4)], Body: one("{", "oops", "[]", "{}")}
			}
			claim := object(map[string]string{"iss": mostly(`"https://claims.example"`, `"`+issuer+`"`), "aud": mostly(`"api"`, `"other"`, `["x"]`), "exp": mostly("1767225700", "1767225500"),
				"groups": mostly(`["a","b"]`, `"one"`, "", "7", "null"), "rol.es/1": `["r"]`, "sub": `"s"`})
			served["https://claims.example/groups"] = servedDocument{Status: []int{200, 200, 200, 200, 200, 206, 226, 403}[rng.Intn(8)], Body: mostly(sign([]int{0, 0, 0, 1}[rng.Intn(4)], one("a", "a", "a", "b"), claim), claim, "a.b", "no token", "a.b.c", "")}
			return served
		}
		transport := &servedBy{documents: documents()}
		ctx, cancel := context.WithCancel(context.Background())
		// Found by discovery at once.
		authenticator, err := New(ctx, Options{JWTAuthenticator: internal, Client: &http.Client{Transport: transport}, SupportedSigningAlgs: []string{"ES256"}, now: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err, config)
		}
		if err := wait.PollUntilContextTimeout(ctx, time.Millisecond, time.Minute, true, func(context.Context) (bool, error) { return authenticator.HealthCheck() == nil, nil }); err != nil {
			t.Fatal(err)
		}
		for len(session.Steps) < 6 {
			step := issuerStep{Served: documents()}
			if len(session.Steps) > 0 && rng.Intn(2) == 0 {
				step.Served = session.Steps[len(session.Steps)-1].Served
			}
			claims := object(map[string]string{
				"iss": `"` + issuer + `"`, "aud": mostly(`"api"`, `["api","other"]`, `"x"`), "exp": mostly("1767225700", "1767225500"), "sub": `"jane"`,
				"groups":         one("", "", "", `["own"]`, "null"),
				"_claim_names":   mostly(`{"groups":"src","rol.es/1":"src"}`, "", `{"groups":"none"}`, `{"groups":""}`, `{"other":"src"}`, "7", "{}"),
				"_claim_sources": mostly(fmt.Sprintf(`{"src":{"endpoint":%q,"access_token":%q}}`, one("https://claims.example/groups", "https://claims.example/groups", "https://claims.example/none"), one("", "secret")), "", `{"src":{}}`, `{"src":{"JWT":"a.b.c"}}`, `{"src":7}`, "{}"),
			})
			if issuer == "https://accounts.google.com" && rng.Intn(2) == 0 {
				claims = strings.Replace(claims, `"iss":"https://accounts.google.com"`, `"iss":"accounts.google.com"`, 1)
			}
			step.Token = sign([]int{0, 0, 0, 1}[rng.Intn(4)], one("a", "a", "a", "a", "b", ""), claims)
			transport.documents, transport.asked = step.Served, nil
			answer, ok, err := authenticator.AuthenticateToken(ctx, step.Token)
			step.Asked = transport.asked
			if err != nil {
				step.Error = err.Error()
			} else if ok {
				info := answer.User
				step.User = &user.DefaultInfo{Name: info.GetName(), UID: info.GetUID(), Groups: info.GetGroups(), Extra: info.GetExtra()}
			}
			session.Steps = append(session.Steps, step)
			// What was read is put away after it was answered.
			time.Sleep(time.Millisecond)
		}
		cancel()
		sessions = append(sessions, session)
	}
	data, err := json.Marshal(sessions)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/issuers.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

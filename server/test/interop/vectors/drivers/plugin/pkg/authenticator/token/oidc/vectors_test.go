package oidc

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	cryptorand "crypto/rand"
	"encoding/json"
	"math/rand"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"gopkg.in/go-jose/go-jose.v2"

	"k8s.io/apiserver/pkg/apis/apiserver"
	apiserverv1 "k8s.io/apiserver/pkg/apis/apiserver/v1"
	"k8s.io/apiserver/pkg/authentication/user"
)

type tokenRow struct {
	Token string            `json:"token"`
	User  *user.DefaultInfo `json:"user,omitempty"`
	Error string            `json:"error,omitempty"`
}

type issuerRow struct {
	Config json.RawMessage `json:"config"`
	Error  string          `json:"error,omitempty"`
	Tokens []tokenRow      `json:"tokens,omitempty"`
}

type issuerVectors struct {
	Key     *jose.JSONWebKey `json:"key"`
	Now     int64            `json:"now"`
	Issuers []issuerRow      `json:"issuers"`
}

func TestVectorsOfTokens(t *testing.T) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), cryptorand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public := &jose.JSONWebKey{Key: private.Public(), KeyID: "k", Use: "sig", Algorithm: "ES256"}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: &jose.JSONWebKey{Key: private, KeyID: "k"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	// The first text nine times in ten.
	mostly := func(first string, others ...string) string {
		if rng.Intn(10) > 0 {
			return first
		}
		return one(others...)
	}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	vectors := issuerVectors{Key: public, Now: at.UnixMilli()}
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
	for len(vectors.Issuers) < 150 {
		config := object(map[string]string{
			"issuer": one(`{"url":"https://issuer.example","audiences":["a"]}`, `{"url":"https://issuer.example","audiences":["a"]}`,
				`{"url":"https://issuer.example","audiences":["a","b"],"audienceMatchPolicy":"MatchAny"}`),
			"claimMappings": object(map[string]string{
				"username": one(`{"claim":"sub","prefix":"p:"}`, `{"claim":"sub","prefix":""}`, `{"claim":"email","prefix":""}`, `{"claim":"email","prefix":"m:"}`, `{"expression":"claims.sub"}`,
					`{"expression":"claims.org.name + '/' + claims.sub"}`, `{"expression":"claims.email_verified ? claims.email : claims.sub"}`, `{"expression":"claims.?email.orValue('nobody')"}`),
				"groups": one("", "", `{"claim":"groups","prefix":"g:"}`, `{"claim":"groups","prefix":""}`, `{"expression":"claims.groups"}`, `{"expression":"claims.?groups.orValue([])"}`,
					`{"expression":"claims.org.name"}`, `{"expression":"claims.sub == 'x' ? [] : ['one','']"}`, `{"expression":"claims.?org.name.orValue('')"}`),
				"uid":   one("", "", `{"claim":"sub"}`, `{"claim":"uid"}`, `{"expression":"claims.uid"}`, `{"expression":"string(claims.org.size)"}`),
				"extra": one("", "", `[{"key":"example.com/a","valueExpression":"claims.sub"}]`, `[{"key":"example.com/a","valueExpression":"claims.groups"},{"key":"example.com/b","valueExpression":"''"}]`, `[{"key":"example.com/a","valueExpression":"claims.?org.name.orValue('')"}]`),
			}),
			"claimValidationRules": one("", "", "", `[{"claim":"hd","requiredValue":"x"}]`, `[{"claim":"hd","requiredValue":"x"},{"claim":"org","requiredValue":"y"}]`, `[{"expression":"claims.org.size > 2","message":"too small"}]`,
				`[{"expression":"has(claims.org)"}]`, `[{"expression":"claims.email_verified == true"},{"expression":"claims.exp - claims.nbf <= 86400","message":"too long"}]`),
			"userValidationRules": one("", "", "", `[{"expression":"!user.username.startsWith('system:')","message":"reserved"}]`, `[{"expression":"user.groups.all(g, !g.startsWith('system:'))"}]`,
				`[{"expression":"has(user.extra) && size(user.extra) > 0","message":"no extra"}]`, `[{"expression":"user.uid != ''"}]`),
		})
		row := issuerRow{Config: json.RawMessage(config)}
		var external apiserverv1.JWTAuthenticator
		var internal apiserver.JWTAuthenticator
		if err := json.Unmarshal([]byte(config), &external); err != nil {
			t.Fatal(err)
		}
		if err := apiserverv1.Convert_v1_JWTAuthenticator_To_apiserver_JWTAuthenticator(&external, &internal, nil); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		authenticator, err := New(ctx, Options{JWTAuthenticator: internal, KeySet: &staticKeySet{keys: []*jose.JSONWebKey{public}}, SupportedSigningAlgs: []string{"ES256"}, now: func() time.Time { return at }})
		if err != nil {
			row.Error = err.Error()
		}
		for n := 6; n > 0 && err == nil; n-- {
			claims := object(map[string]string{
				"iss":            mostly(`"https://issuer.example"`, `"https://other.example"`, `""`, "7"),
				"aud":            mostly(`["a"]`, `"a"`, `["a","b"]`, `["a","c"]`, `"c"`, `[]`, "7"),
				"exp":            mostly("1767225700", "1767225700.5", "1767225600", "1767225500", "", "null", `"1767225700"`),
				"nbf":            mostly("1767225500", "", "1767225661", "1767226000", "1767225650", "1767225660", `"x"`),
				"iat":            one("", "1767225500"),
				"jti":            one("", "", `"id"`, `""`, "7"),
				"sub":            mostly(one(`"x"`, `"jane"`, `"jane"`), `"system:x"`, `"system:x"`, `""`, "7", "null", "", `["a"]`),
				"email":          mostly(`"j@example.com"`, "", "3", `""`, "null"),
				"email_verified": mostly("true", "", "false", `"true"`, "null"),
				"groups":         one("", `"one"`, `["a","b"]`, `["a","b"]`, `["a","b"]`, `["system:a"]`, "[]", "null", "7", `["a",7]`, `""`, `["a",""]`),
				"uid":            mostly(`"u"`, "", "5", `""`),
				"org":            mostly(`{"name":"acme","size":5}`, "", `{"name":"","size":1}`, `{"name":["x","y"],"size":"5"}`, `"y"`, "{}"),
				"hd":             mostly(`"x"`, "", `"y"`, "4", "null"),
			})
			jws, err := signer.Sign([]byte(claims))
			if err != nil {
				t.Fatal(err)
			}
			token := tokenRow{}
			if token.Token, err = jws.CompactSerialize(); err != nil {
				t.Fatal(err)
			}
			answer, ok, err := authenticator.AuthenticateToken(ctx, token.Token)
			if err != nil {
				token.Error = err.Error()
			} else if ok {
				info := answer.User
				token.User = &user.DefaultInfo{Name: info.GetName(), UID: info.GetUID(), Groups: info.GetGroups(), Extra: info.GetExtra()}
			}
			row.Tokens = append(row.Tokens, token)
		}
		cancel()
		vectors.Issuers = append(vectors.Issuers, row)
	}
	data, err := json.Marshal(vectors)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/tokens.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

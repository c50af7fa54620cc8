package vectors

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/audit/policy"
	requestx509 "k8s.io/apiserver/pkg/authentication/request/x509"
	"k8s.io/apiserver/pkg/authentication/request/headerrequest"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/authorization/path"
	"k8s.io/apiserver/pkg/endpoints/request"
)

func writeVectors(t *testing.T, name string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/"+name+".json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

type infoRow struct {
	Method string               `json:"method"`
	URL    string               `json:"url"`
	Info   *request.RequestInfo `json:"info,omitempty"`
	Error  string               `json:"error,omitempty"`
}

func TestVectorsOfRequestInfo(t *testing.T) {
	rng := mathrand.New(mathrand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	resolver := &request.RequestInfoFactory{APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")}
	var rows []infoRow
	for len(rows) < 500 {
		row := infoRow{Method: one("GET", "GET", "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get")}
		text := one("/api", "/apis", "/apis", "/api", "/api", "/healthz", "/other", "//api", "", "/")
		for n := rng.Intn(8); n > 0; n-- {
			text += "/" + one("v1", "v1", "apps", "namespaces", "namespaces", "other", "pods", "pods", "foo", "status", "finalize",
				"proxy", "watch", "token", "", ".", "..", "a%2Fb", "a%20b", "subpath")
		}
		text += one("", "", "", "/")
		var parts []string
		for _, part := range []string{
			one("", "", "", "watch=true", "watch=false", "watch=0", "watch=1", "watch=", "watch", "watch=FALSE", "watch=x", "watch=false&watch=true"),
			one("", "", "", "fieldSelector=metadata.name%3Dx", "fieldSelector=metadata.name%3D%3Dx", "fieldSelector=metadata.name!%3Dx",
				"fieldSelector=metadata.name%3Dx,spec.a%3Db", "fieldSelector=metadata.name%3Dx,foo", "fieldSelector=metadata.name%3Da%2Fb",
				"fieldSelector=metadata.name%3D", "fieldSelector=a%3Db", "fieldSelector=metadata.name%3D..", "fieldSelector=metadata.name%3Da&fieldSelector=metadata.name%3Db"),
			one("", "", "", "labelSelector=a%3Db", "labelSelector=", "labelSelector=a&labelSelector=b"),
			one("", "", "", "", "", "limit=x", "resourceVersion=1", "timeoutSeconds=x", "allowWatchBookmarks=x"),
		} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		row.URL = text
		if len(parts) > 0 {
			row.URL += "?" + strings.Join(parts, "&")
		}
		parsed, err := url.ParseRequestURI("https://server" + row.URL)
		if err != nil {
			continue
		}
		info, err := resolver.NewRequestInfo(&http.Request{Method: row.Method, URL: parsed})
		if err != nil {
			row.Error = strings.ReplaceAll(err.Error(), "https://server", "")
		} else {
			row.Info = info
		}
		rows = append(rows, row)
	}
	writeVectors(t, "request-info", rows)
}

type pathRow struct {
	Paths   []string `json:"paths"`
	Error   string   `json:"error,omitempty"`
	Allowed []string `json:"allowed"`
	Others  []string `json:"others"`
}

func TestVectorsOfPaths(t *testing.T) {
	asked := []string{"/", "", "/foo", "foo", "/bar", "/foo/", "/fooooo", "//foo", "/foo/bar/bla", "/fo", "/*", "/foo*", "//"}
	var rows []pathRow
	for _, paths := range [][]string{nil, {"/"}, {""}, {"foo"}, {"/foo"}, {"/foo/"}, {"/foo/*"}, {"/foo", "/bar"}, {"/foo*"}, {"/*"},
		{"*"}, {"/foo*bar"}, {"/foo**"}, {"//foo"}, {"/foo", "/b*r"}, {"**"}} {
		row := pathRow{Paths: paths, Allowed: []string{}, Others: []string{}}
		made, err := path.NewAuthorizer(paths)
		if err != nil {
			row.Error = err.Error()
		} else {
			for _, each := range asked {
				decision, _, _ := made.Authorize(t.Context(), authorizer.AttributesRecord{Path: each})
				if decision == authorizer.DecisionAllow {
					row.Allowed = append(row.Allowed, each)
				} else {
					row.Others = append(row.Others, each)
				}
			}
		}
		rows = append(rows, row)
	}
	writeVectors(t, "allowed-paths", rows)
}

type auditRow struct {
	Policy  string         `json:"policy"`
	Error   string         `json:"error,omitempty"`
	Answers []auditAnswers `json:"answers,omitempty"`
}

type auditAnswers struct {
	Asked             int      `json:"asked"`
	Level             string   `json:"level"`
	OmitStages        []string `json:"omitStages"`
	OmitManagedFields bool     `json:"omitManagedFields"`
}

type auditRequest struct {
	User        string   `json:"user"`
	Groups      []string `json:"groups"`
	Verb        string   `json:"verb"`
	Namespace   string   `json:"namespace"`
	Group       string   `json:"group"`
	Resource    string   `json:"resource"`
	Subresource string   `json:"subresource"`
	Name        string   `json:"name"`
	IsResource  bool     `json:"isResource"`
	Path        string   `json:"path"`
}

func TestVectorsOfAuditPolicies(t *testing.T) {
	rng := mathrand.New(mathrand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	var asked []auditRequest
	for len(asked) < 60 {
		each := auditRequest{User: one("tim", "ann", "system:anonymous"), Groups: []string{one("humans", "system:nodes", "dev")},
			Verb: one("get", "create", "update", "watch"), IsResource: rng.Intn(4) > 0}
		if each.IsResource {
			each.Namespace, each.Group = one("", "default", "kube-system"), one("", "", "rbac.authorization.k8s.io")
			each.Resource, each.Subresource, each.Name = one("pods", "clusterroles", "secrets"), one("", "", "log", "status"), one("", "edit", "x")
			each.Path = "/api/v1/x"
		} else {
			each.Path = one("/logs/kubelet.log", "/metrics", "/healthz", "/healthz/etcd", "/", "/logs")
		}
		asked = append(asked, each)
	}
	var rows []auditRow
	add := func(text string) {
		row := auditRow{Policy: text}
		loaded, err := policy.LoadPolicyFromBytes([]byte(text))
		if err != nil {
			row.Error = err.Error()
		} else {
			evaluator := policy.NewPolicyRuleEvaluator(loaded)
			for index, each := range asked {
				config := evaluator.EvaluatePolicyRule(&authorizer.AttributesRecord{
					User: &user.DefaultInfo{Name: each.User, Groups: each.Groups}, Verb: each.Verb, Namespace: each.Namespace,
					APIGroup: each.Group, Resource: each.Resource, Subresource: each.Subresource, Name: each.Name,
					ResourceRequest: each.IsResource, Path: each.Path})
				answer := auditAnswers{Asked: index, Level: string(config.Level), OmitManagedFields: config.OmitManagedFields, OmitStages: []string{}}
				for _, stage := range config.OmitStages {
					answer.OmitStages = append(answer.OmitStages, string(stage))
				}
				row.Answers = append(row.Answers, answer)
			}
		}
		rows = append(rows, row)
	}
	head := "apiVersion: audit.k8s.io/v1\nkind: Policy\n"
	for _, text := range []string{
		"", "rules: []", "rules:\n- level: None", head, head + "rules: []", head + "rules: {}", head + "rules:\n- {}", head + "rules:\n- level: FooBar",
		head + "rules:\n- level: Metadata\n  users: tim", head + "rules:\n- level: Metadata\n  surprise: 1", head + "surprise: 1\nrules:\n- level: Metadata",
		head + "rules:\n- level: Metadata\n  namespaces: [default]\n  nonResourceURLs: [/logs*]",
		head + "rules:\n- level: Metadata\n  resources: [{resources: [secrets]}]\n  nonResourceURLs: [/logs*]",
		head + "rules:\n- level: Metadata\n  resources: [{group: rbac.authorization.k8s.io/v1beta1, resources: [roles]}]",
		head + "rules:\n- level: Metadata\n  resources: [{group: Up_per}]",
		head + "rules:\n- level: Metadata\n  resources: [{group: '*', resources: ['*/status']}]",
		head + "rules:\n- level: Metadata\n  nonResourceURLs: [logs, /healthz*]", head + "rules:\n- level: Metadata\n  nonResourceURLs: ['', /healthz*]",
		head + "rules:\n- level: Metadata\n  nonResourceURLs: ['/logs/*/*', /metrics]", head + "rules:\n- level: Metadata\n  nonResourceURLs: ['/logs/*.log']",
		head + "rules:\n- level: Metadata\n  resources: [{resourceNames: [leader]}]\n  namespaces: [kube-system]",
		head + "rules:\n- level: Metadata\n  omitStages: [foo]", head + "omitStages: [foo, bar]\nrules:\n- level: Metadata",
		head + "rules:\n- level: 1", head + "rules:\n- level: Metadata\nrules:\n- level: None", "apiVersion: audit.k8s.io/v1beta1\nkind: Policy\nrules:\n- level: Metadata",
		"apiVersion: audit.k8s.io/v1\nkind: Event\nrules:\n- level: Metadata", "kind: Policy\nrules:\n- level: Metadata", "apiVersion: audit.k8s.io/v1\nrules: [{level: Metadata}]",
		"- a", "a: [", head + "rules:\n- level: Metadata\n  omitManagedFields: 1",
		`{"apiVersion":"audit.k8s.io/v1","kind":"Policy","rules":[{"level":"Request"}]}`,
		head + "metadata: {name: x}\nrules:\n- level: Metadata\n- level: Nope\n  omitStages: [a]\n  nonResourceURLs: [x, y*z]",
	} {
		add(text)
	}
	list := func(name string, all ...string) string {
		if rng.Intn(3) > 0 {
			return ""
		}
		return fmt.Sprintf("  %s: [%s]\n", name, strings.Join(all[:1+rng.Intn(len(all))], ", "))
	}
	for n := 0; n < 40; n++ {
		text := head
		if rng.Intn(3) == 0 {
			text += "omitStages: [RequestReceived]\n"
		}
		if rng.Intn(3) == 0 {
			text += "omitManagedFields: true\n"
		}
		text += "rules:\n"
		for rules := 1 + rng.Intn(5); rules > 0; rules-- {
			text += "- level: " + one("None", "Metadata", "Request", "RequestResponse") + "\n"
			text += list("users", "tim", "system:anonymous") + list("userGroups", "humans", "dev") + list("verbs", "get", "watch", "create")
			text += list("omitStages", "ResponseStarted", "Panic", "RequestReceived")
			if rng.Intn(4) == 0 {
				text += "  omitManagedFields: " + one("true", "false") + "\n"
			}
			switch rng.Intn(3) {
			case 0:
				text += list("nonResourceURLs", one("'/logs*'", "'*'", "/metrics"), "'/healthz/*'", "/healthz")
			case 1:
				text += list("namespaces", one("default", "''"), "kube-system")
				if rng.Intn(2) == 0 {
					text += fmt.Sprintf("  resources: [{group: %s, resources: [%s]%s}]\n", one("''", "'*'", "rbac.authorization.k8s.io"),
						one("pods", "'*'", "'pods/*'", "'*/log'", "clusterroles", "pods/log", "clusterroles, secrets"),
						one("", "", ", resourceNames: [edit]", ", resourceNames: ['']"))
				} else if rng.Intn(2) == 0 {
					text += "  resources: [{group: " + one("''", "'*'", "rbac.authorization.k8s.io") + "}]\n"
				}
			}
		}
		add(text)
	}
	writeVectors(t, "audit-policies", map[string]any{"asked": asked, "policies": rows})
}

type certificateRow struct {
	Name string `json:"name"`
	// DER, base64: what the client sends, leaf first.
	Chain  []string `json:"chain"`
	User   string   `json:"user,omitempty"`
	UID    string   `json:"uid,omitempty"`
	Groups []string `json:"groups,omitempty"`
	Error  string   `json:"error,omitempty"`
	// What a front proxy gets who may be called `client`.
	Proxy string `json:"proxy"`
}

type signer struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func TestVectorsOfCertificates(t *testing.T) {
	start, end := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2120, 1, 1, 0, 0, 0, 0, time.UTC)
	serial := int64(0)
	issue := func(by *signer, change func(*x509.Certificate)) *signer {
		serial++
		key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		template := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "client"}, NotBefore: start, NotAfter: end,
			KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}, BasicConstraintsValid: true}
		change(template)
		parent, parentKey := template, key
		if by != nil {
			parent, parentKey = by.certificate, by.key
		}
		der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, parentKey)
		if err != nil {
			t.Fatal(err)
		}
		made, err := x509.ParseCertificate(der)
		if err != nil {
			t.Fatal(err)
		}
		return &signer{made, key}
	}
	authority := func(name string) func(*x509.Certificate) {
		return func(c *x509.Certificate) {
			c.Subject, c.IsCA, c.ExtKeyUsage = pkix.Name{CommonName: name}, true, nil
			c.KeyUsage = x509.KeyUsageCertSign
		}
	}
	and := func(first func(*x509.Certificate), then func(*x509.Certificate)) func(*x509.Certificate) {
		return func(c *x509.Certificate) { first(c); then(c) }
	}
	same := func(*x509.Certificate) {}
	root, stranger := issue(nil, authority("root")), issue(nil, authority("stranger"))
	oldRoot := issue(nil, and(authority("old root"), func(c *x509.Certificate) { c.NotAfter = start.AddDate(1, 0, 0) }))
	pool := x509.NewCertPool()
	pool.AddCert(root.certificate)
	pool.AddCert(oldRoot.certificate)
	options := x509.VerifyOptions{Roots: pool, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
	authenticator := requestx509.New(options, requestx509.CommonNameUserConversion)
	header, err := headerrequest.New([]string{"X-Remote-User"}, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	proxy := requestx509.NewVerifier(options, header, sets.NewString("client"))
	var rows []certificateRow
	add := func(name string, chain ...*signer) {
		row := certificateRow{Name: name, Chain: []string{}}
		state := &tls.ConnectionState{}
		for _, each := range chain {
			row.Chain = append(row.Chain, base64.StdEncoding.EncodeToString(each.certificate.Raw))
			state.PeerCertificates = append(state.PeerCertificates, each.certificate)
		}
		request := &http.Request{TLS: state, Header: http.Header{"X-Remote-User": {"someone"}}}
		found, ok, err := authenticator.AuthenticateRequest(request)
		if err != nil {
			row.Error = err.Error()
		}
		if ok {
			row.User, row.UID, row.Groups = found.User.GetName(), found.User.GetUID(), found.User.GetGroups()
		}
		found, ok, err = proxy.AuthenticateRequest(request)
		switch {
		case err != nil:
			row.Proxy = err.Error()
		case ok:
			row.Proxy = found.User.GetName()
		}
		rows = append(rows, row)
	}
	add("none")
	add("of the authority", issue(root, same))
	add("of a stranger", issue(stranger, same))
	add("of a stranger, who is sent along", issue(stranger, same), stranger)
	add("self signed", issue(nil, same))
	add("the authority itself", root)
	add("for servers", issue(root, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth} }))
	add("for both", issue(root, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth} }))
	add("for anything", issue(root, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageAny} }))
	add("for nothing said", issue(root, func(c *x509.Certificate) { c.ExtKeyUsage = nil }))
	add("without basic constraints", issue(root, func(c *x509.Certificate) { c.BasicConstraintsValid = false }))
	add("without a name", issue(root, func(c *x509.Certificate) { c.Subject = pkix.Name{Organization: []string{"nobody"}} }))
	add("another name", issue(root, func(c *x509.Certificate) { c.Subject = pkix.Name{CommonName: "other"} }))
	add("groups", issue(root, func(c *x509.Certificate) { c.Subject.Organization = []string{"b", "a", "é,=+"} }))
	add("two names", issue(root, func(c *x509.Certificate) {
		c.Subject = pkix.Name{ExtraNames: []pkix.AttributeTypeAndValue{
			{Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: "first"}, {Type: asn1.ObjectIdentifier{2, 5, 4, 3}, Value: "last"}}}
	}))
	uidOf := func(values ...any) func(*x509.Certificate) {
		return func(c *x509.Certificate) {
			for _, value := range values {
				c.Subject.ExtraNames = append(c.Subject.ExtraNames, pkix.AttributeTypeAndValue{Type: asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 57683, 2}, Value: value})
			}
		}
	}
	add("uid", issue(root, uidOf("123")))
	add("two uids", issue(root, uidOf("1", "2")))
	add("empty uid", issue(root, uidOf("")))
	add("future", issue(root, func(c *x509.Certificate) { c.NotBefore = end.AddDate(-1, 0, 0) }))
	add("expired", issue(root, func(c *x509.Certificate) { c.NotAfter = start.AddDate(1, 0, 0) }))
	add("of an expired authority", issue(oldRoot, same))
	between := issue(root, authority("between"))
	add("over another", issue(between, same), between)
	add("over another, not sent", issue(between, same))
	add("over another, after a stranger", issue(between, same), stranger, between)
	second := issue(between, authority("second"))
	add("over two", issue(second, same), second, between)
	add("over two, in any order", issue(second, same), between, second)
	add("over two, expired", issue(second, func(c *x509.Certificate) { c.NotAfter = start.AddDate(1, 0, 0) }), second, between)
	plain := issue(root, same)
	add("signed by a client", issue(plain, same), plain)
	for _, each := range []struct {
		name   string
		change func(*x509.Certificate)
	}{
		{"that is expired", func(c *x509.Certificate) { c.NotAfter = start.AddDate(1, 0, 0) }},
		{"that may not sign", func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageDigitalSignature }},
		{"that says nothing of what it may", func(c *x509.Certificate) { c.KeyUsage = 0 }},
		{"for servers", func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth} }},
		{"for clients", func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} }},
		{"with a path of none", func(c *x509.Certificate) { c.MaxPathLenZero = true }},
		{"with a path of one", func(c *x509.Certificate) { c.MaxPathLen = 1 }},
		{"with constraints of names", func(c *x509.Certificate) {
			c.PermittedDNSDomainsCritical, c.PermittedDNSDomains = true, []string{"example.com"}
		}},
		{"with an unknown extension", func(c *x509.Certificate) {
			c.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3}, Critical: true, Value: []byte{5, 0}}}
		}},
	} {
		odd := issue(root, and(authority("odd"), each.change))
		below := issue(odd, authority("below"))
		add("over one "+each.name, issue(odd, same), odd)
		add("over two, the first "+each.name, issue(below, same), below, odd)
		add("over one "+each.name+", for a host", issue(odd, func(c *x509.Certificate) { c.DNSNames = []string{"other.org"} }), odd)
		odd = issue(root, func(c *x509.Certificate) { each.change(c); c.MaxPathLen, c.MaxPathLenZero = 0, false })
		add("a client "+each.name, odd)
	}
	writeVectors(t, "certificates", map[string]any{
		"roots": []string{base64.StdEncoding.EncodeToString(root.certificate.Raw), base64.StdEncoding.EncodeToString(oldRoot.certificate.Raw)},
		"rows":  rows,
	})
}

type headerRow struct {
	Headers [][2]string         `json:"headers"`
	User    string              `json:"user"`
	UID     string              `json:"uid"`
	Groups  []string            `json:"groups"`
	Extra   map[string][]string `json:"extra"`
	OK      bool                `json:"ok"`
}

func TestVectorsOfHeaders(t *testing.T) {
	rng := mathrand.New(mathrand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	made, err := headerrequest.New([]string{"X-Remote-User", "X-Other-User"}, []string{"X-Remote-Uid"},
		[]string{"X-Remote-Group", "X-Other-Group"}, []string{"X-Remote-Extra-", "X-Other-Extra-"})
	if err != nil {
		t.Fatal(err)
	}
	var rows []headerRow
	for len(rows) < 150 {
		row := headerRow{Headers: [][2]string{}}
		headers := http.Header{}
		for n := rng.Intn(7); n > 0; n-- {
			name := one("X-Remote-User", "X-Remote-User", "X-Other-User", "X-Remote-Uid", "X-Remote-Group", "X-Remote-Group", "X-Other-Group",
				"X-Remote-Extra-Scopes", "X-Remote-Extra-scopes", "X-Other-Extra-Scopes", "X-Remote-Extra-", "X-Remote-Extra-A%2fb", "X-Remote-Extra-Bad%zz", "X-Remote-Extra-%C3%89", "X-Remote-Extra")
			value := one("bob", "ann", "", "a, b", "dev", "é")
			row.Headers = append(row.Headers, [2]string{name, value})
			headers.Add(name, value)
		}
		found, ok, err := made.AuthenticateRequest(&http.Request{Header: headers})
		if err != nil {
			t.Fatal(err)
		}
		if row.OK = ok; ok {
			row.User, row.UID, row.Groups, row.Extra = found.User.GetName(), found.User.GetUID(), found.User.GetGroups(), found.User.GetExtra()
		}
		rows = append(rows, row)
	}
	writeVectors(t, "proxy-headers", rows)
}

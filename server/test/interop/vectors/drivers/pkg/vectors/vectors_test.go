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

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/pkg/apis/apiserver/install"
	"k8s.io/apiserver/pkg/apis/apiserver/load"
	"k8s.io/apiserver/pkg/apis/apiserver/validation"
	"k8s.io/apiserver/pkg/audit/policy"
	authenticationcel "k8s.io/apiserver/pkg/authentication/cel"
	"k8s.io/apiserver/pkg/authentication/request/headerrequest"
	requestx509 "k8s.io/apiserver/pkg/authentication/request/x509"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	authorizationcel "k8s.io/apiserver/pkg/authorization/cel"
	"k8s.io/apiserver/pkg/authorization/path"
	"k8s.io/apiserver/pkg/cel/environment"
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
	// The result for a front proxy that may be named `client`.
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
	add("for both", issue(root, func(c *x509.Certificate) {
		c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	}))
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

type configurationRow struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

func TestVectorsOfAuthorizationConfigurations(t *testing.T) {
	compiler := authorizationcel.NewDefaultCompiler()
	known, repeatable := sets.New("AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"), sets.New("Webhook")
	head := "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n"
	webhook := func(changes ...string) string {
		fields := map[string]string{"timeout": "3s", "subjectAccessReviewVersion": "v1", "failurePolicy": "Deny",
			"connectionInfo": "{type: InClusterConfig}"}
		for _, change := range changes {
			name, value, _ := strings.Cut(change, "=")
			fields[name] = value
		}
		text := head + "authorizers:\n- type: Webhook\n  name: w\n  webhook:\n"
		for _, name := range []string{"timeout", "authorizedTTL", "unauthorizedTTL", "subjectAccessReviewVersion", "failurePolicy", "connectionInfo",
			"matchConditionSubjectAccessReviewVersion", "matchConditions", "cacheAuthorizedRequests"} {
			if value := fields[name]; value != "" {
				text += "    " + name + ": " + value + "\n"
			}
		}
		return text
	}
	v1 := "matchConditionSubjectAccessReviewVersion=v1"
	rows := []configurationRow{}
	for _, text := range []string{
		head, head + "authorizers: []", head + "authorizers: [{}]", head + "authorizers: [{type: RBAC}]", head + "authorizers: [{type: RBAC, name: rbac}]",
		head + "authorizers: [{type: Odd, name: a}]", head + "authorizers: [{type: RBAC, name: a}, {type: RBAC, name: b}]",
		head + "authorizers: [{type: RBAC, name: a}, {type: Node, name: a}]", head + "authorizers: [{type: RBAC, name: Up_per}]",
		head + "authorizers: [{type: Webhook, name: a}]", head + "authorizers: [{type: RBAC, name: a, webhook: {}}]", head + "authorizers: [{type: RBAC, name: a, odd: 1}]",
		head + "odd: 1", head + "authorizers: {}", "apiVersion: v1\nkind: Pod", "kind: AuthorizationConfiguration",
		"apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthorizationConfiguration\nauthorizers: [{type: RBAC, name: a}]",
		"apiVersion: apiserver.config.k8s.io/v1alpha1\nkind: AuthorizationConfiguration\nauthorizers: [{type: AlwaysDeny, name: a}, {type: AlwaysDeny, name: a}, {}]",
		webhook(), webhook("timeout="), webhook("timeout=0s"), webhook("timeout=31s"), webhook("timeout=-1s"), webhook("timeout=odd"), webhook("timeout=5"),
		webhook("authorizedTTL=-1s"), webhook("unauthorizedTTL=-5m"), webhook("authorizedTTL=0s"), webhook("authorizedTTL=1h"),
		webhook("subjectAccessReviewVersion="), webhook("subjectAccessReviewVersion=v2"), webhook("subjectAccessReviewVersion=v1beta1"),
		webhook("failurePolicy="), webhook("failurePolicy=Odd"), webhook("failurePolicy=NoOpinion"),
		webhook("connectionInfo="), webhook("connectionInfo={type: Odd}"), webhook("connectionInfo={type: InClusterConfig, kubeConfigFile: /a}"),
		webhook("connectionInfo={type: KubeConfigFile}"), webhook("connectionInfo={type: KubeConfigFile, kubeConfigFile: ''}"),
		webhook("connectionInfo={type: KubeConfigFile, kubeConfigFile: relative}"), webhook("connectionInfo={type: KubeConfigFile, kubeConfigFile: /does/not/exist}"),
		webhook("connectionInfo={type: KubeConfigFile, kubeConfigFile: /tmp}"), webhook("connectionInfo={type: KubeConfigFile, kubeConfigFile: /etc/passwd}"),
		webhook("matchConditions=[{expression: 'true'}]"), webhook(v1, "matchConditions=[{expression: 'true'}]"), webhook("matchConditionSubjectAccessReviewVersion=v1beta1"),
		webhook(v1, "matchConditions=[{expression: ''}, {}]"), webhook(v1, "matchConditions=[{expression: 'request.user == \"a\"'}, {expression: 'request.user == \"a\"'}]"),
		webhook(v1, "matchConditions=[{expression: 'request.odd'}]"), webhook(v1, "matchConditions=[{expression: '1'}]"), webhook(v1, "matchConditions=[{expression: '('}]"),
		webhook(v1, "matchConditions=["+strings.TrimSuffix(strings.Repeat("{expression: 'true'},", 65), ",")+"]"),
		webhook("timeout=", "failurePolicy=", "subjectAccessReviewVersion=", "connectionInfo="), webhook("cacheAuthorizedRequests=false"), webhook("cacheAuthorizedRequests=odd"),
		webhook() + "- type: Webhook\n  name: w\n  webhook: {timeout: 3s}\n",
	} {
		row := configurationRow{Text: text}
		loaded, err := load.LoadFromData([]byte(text))
		if err != nil {
			row.Error = "load: " + err.Error()
		} else if errs := validation.ValidateAuthorizationConfiguration(compiler, nil, loaded, known, repeatable); len(errs) > 0 {
			row.Error = errs.ToAggregate().Error()
		}
		rows = append(rows, row)
	}
	writeVectors(t, "authorization-configurations", rows)
}

func TestVectorsOfAuthenticationConfigurations(t *testing.T) {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	codecs := serializer.NewCodecFactory(scheme, serializer.EnableStrict)
	compiler := authenticationcel.NewCompiler(environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
	head := "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n"
	jwt := func(changes ...string) string {
		fields := map[string]string{"issuer": "{url: 'https://a', audiences: [b]}", "claimMappings": "{username: {claim: sub, prefix: ''}}"}
		for _, change := range changes {
			name, value, _ := strings.Cut(change, "=")
			fields[name] = value
		}
		text := head + "jwt:\n- {"
		for _, name := range []string{"issuer", "claimMappings", "claimValidationRules", "userValidationRules"} {
			if value := fields[name]; value != "" {
				text += name + ": " + value + ", "
			}
		}
		return strings.TrimSuffix(text, ", ") + "}\n"
	}
	mapped := func(more string) string {
		return jwt("claimMappings={username: {claim: sub, prefix: ''}, " + more + "}")
	}
	issuer := func(text string) string { return jwt("issuer={" + text + "}") }
	rows := []configurationRow{}
	for _, text := range []string{
		head, head + "jwt: []", head + "jwt: [{}]", head + "odd: 1", "apiVersion: v1\nkind: Pod", jwt(), jwt("issuer="), jwt("claimMappings="),
		head + "anonymous: {enabled: true}", head + "anonymous: {enabled: false}", head + "anonymous: {enabled: false, conditions: [{path: /a}]}", head + "anonymous: {enabled: true, conditions: [{path: /a}]}",
		head + "anonymous: {}", head + "anonymous: {conditions: [{path: /a}]}",
		issuer("audiences: [b]"), issuer("url: 'http://a', audiences: [b]"), issuer("url: 'https://u:p@a', audiences: [b]"), issuer("url: 'https://a?b', audiences: [b]"),
		issuer("url: 'https://a#b', audiences: [b]"), issuer("url: ':', audiences: [b]"), issuer("url: 'https://kept', audiences: [b]"),
		issuer("url: 'https://a'"), issuer("url: 'https://a', audiences: []"), issuer("url: 'https://a', audiences: ['']"), issuer("url: 'https://a', audiences: [a, a]"),
		issuer("url: 'https://a', audiences: [a, b]"), issuer("url: 'https://a', audiences: [a, b], audienceMatchPolicy: MatchAny"), issuer("url: 'https://a', audiences: [a], audienceMatchPolicy: Odd"),
		issuer("url: 'https://a', audiences: [a], certificateAuthority: odd"), issuer("url: 'https://a', audiences: [a], discoveryURL: 'https://a'"), issuer("url: 'https://a', audiences: [a], discoveryURL: 'http://b'"),
		issuer("url: 'https://a', audiences: [a], discoveryURL: 'https://a/'"), issuer("url: 'https://a', audiences: [a], discoveryURL: 'https://b/c'"),
		jwt() + "- {issuer: {url: 'https://a', audiences: [b]}, claimMappings: {username: {claim: sub, prefix: ''}}}\n",
		jwt("claimMappings={}"), jwt("claimMappings={username: {claim: sub}}"), jwt("claimMappings={username: {claim: sub, expression: claims.sub}}"), jwt("claimMappings={username: {expression: claims.sub, prefix: a}}"),
		jwt("claimMappings={username: {expression: claims.sub}}"), jwt("claimMappings={username: {expression: claims.email}}"), jwt("claimMappings={username: {expression: '1'}}"), jwt("claimMappings={username: {expression: odd.x}}"), jwt("claimMappings={username: {expression: '('}}"),
		mapped("groups: {claim: g}"), mapped("groups: {claim: g, prefix: ''}"), mapped("groups: {expression: claims.g}"), mapped("groups: {prefix: a}"), mapped("groups: {expression: 'true'}"),
		mapped("uid: {claim: u}"), mapped("uid: {expression: claims.u}"), mapped("uid: {claim: u, expression: claims.u}"), mapped("uid: {}"),
		mapped("extra: [{key: a.example.com/b, valueExpression: claims.x}]"), mapped("extra: [{key: a, valueExpression: claims.x}]"), mapped("extra: [{key: UP.example.com/b, valueExpression: claims.x}]"), mapped("extra: [{key: a.k8s.io/b, valueExpression: claims.x}]"),
		mapped("extra: [{key: a.example.com/b}]"), mapped("extra: [{valueExpression: claims.x}]"), mapped("extra: [{key: a.example.com/b, valueExpression: claims.x}, {key: a.example.com/b, valueExpression: claims.x}]"), mapped("extra: [{key: kubernetes.io/b, valueExpression: '('}]"),
		jwt("claimValidationRules=[{}]"), jwt("claimValidationRules=[{claim: a, requiredValue: b}]"), jwt("claimValidationRules=[{claim: a, expression: 'true'}]"), jwt("claimValidationRules=[{claim: a, message: m}]"), jwt("claimValidationRules=[{expression: 'true', requiredValue: b}]"),
		jwt("claimValidationRules=[{claim: a, requiredValue: b}, {claim: a, requiredValue: c}]"), jwt("claimValidationRules=[{expression: 'true'}, {expression: 'true'}]"), jwt("claimValidationRules=[{expression: '1'}]"),
		jwt("userValidationRules=[{}]"), jwt("userValidationRules=[{expression: 'user.username != \"\"'}]"), jwt("userValidationRules=[{expression: user.odd}]"), jwt("userValidationRules=[{expression: 'true'}, {expression: 'true'}]"), jwt("userValidationRules=[{expression: '\"a\"'}]"),
	} {
		row := configurationRow{Text: text}
		configuration := &apiserver.AuthenticationConfiguration{}
		decoded, err := runtime.Decode(codecs.UniversalDecoder(apiserver.SchemeGroupVersion), []byte(text))
		if found, ok := decoded.(*apiserver.AuthenticationConfiguration); ok {
			configuration = found
		}
		if err != nil {
			row.Error = "load: " + err.Error()
		} else if errs := validation.ValidateAuthenticationConfiguration(compiler, configuration, []string{"https://kept"}); len(errs) > 0 {
			row.Error = errs.ToAggregate().Error()
		}
		rows = append(rows, row)
	}
	writeVectors(t, "authentication-configurations", rows)
}

func TestVectorsOfEncryptionConfigurations(t *testing.T) {
	rng := mathrand.New(mathrand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	scheme := runtime.NewScheme()
	install.Install(scheme)
	codecs := serializer.NewCodecFactory(scheme, serializer.EnableStrict)
	head := "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n"
	key := func() string {
		secret := one("c2VjcmV0IGlzIHNlY3VyZQ==", "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXoxMjM0NTY=", "MTIz", "not base64!", "", "c2VjcmV0IGlzIHNlY3VyZQ")
		return fmt.Sprintf("{name: %s, secret: '%s'}", one("k1", "k2", "''"), secret)
	}
	keys := func() string { return one("{keys: []}", "{}", "{keys: ["+key()+"]}", "{keys: ["+key()+", "+key()+"]}") }
	kms := func() string {
		text := "{apiVersion: " + one("v1", "v2", "v3", "v2")
		for _, field := range []string{"name: " + one("k", "''", "'a:b'", "other", "k"), "endpoint: '" + one("unix:///tmp/a.sock", "", "http://a", "unix:///b", "a\\tb", "%zz") + "'",
			"cachesize: " + one("0", "-5", "10"), "timeout: " + one("0s", "-1s", "3s")} {
			if rng.Intn(5) > 0 && !(strings.HasPrefix(field, "cachesize") && rng.Intn(3) > 0) {
				text += ", " + field
			}
		}
		return text + "}"
	}
	provider := func() string {
		parts := []string{one("aesgcm: "+keys(), "aescbc: "+keys(), "secretbox: "+keys(), "identity: {}", "kms: "+kms(), "kms: "+kms())}
		if rng.Intn(8) == 0 {
			parts = append(parts, one("identity: {}", "secretbox: "+keys()))
		}
		if rng.Intn(20) == 0 {
			return "{}"
		}
		seen := map[string]string{}
		text := []string{}
		for _, part := range parts {
			if name, _, _ := strings.Cut(part, ":"); seen[name] == "" {
				seen[name] = part
				text = append(text, part)
			}
		}
		return "{" + strings.Join(text, ", ") + "}"
	}
	names := []string{"secrets", "configmaps", "'*.'", "'*.*'", "'*.apps'", "deployments.apps", "Secrets", "'*'", "events.events.k8s.io", "'*.events.k8s.io'", "events", "'*.extensions'",
		"deployments.extensions", "serviceipallocations", "'se*crets'", "''", "secrets", "'*.*.*'", "'.'", "pandas.awesome.bears.example.com", "'secrets.'"}
	rows := []configurationRow{}
	for len(rows) < 220 {
		text := head
		if rng.Intn(30) > 0 {
			text += "resources:\n"
			for n := 1 + rng.Intn(2); n > 0; n-- {
				resources, providers := []string{}, []string{}
				for m := rng.Intn(4); m > 0; m-- {
					resources = append(resources, names[rng.Intn(len(names))])
				}
				for m := rng.Intn(3); m > 0; m-- {
					providers = append(providers, provider())
				}
				text += fmt.Sprintf("- resources: [%s]\n  providers: [%s]\n", strings.Join(resources, ", "), strings.Join(providers, ", "))
			}
		}
		row := configurationRow{Text: text}
		decoded, err := runtime.Decode(codecs.UniversalDecoder(apiserver.SchemeGroupVersion), []byte(text))
		if err != nil {
			row.Error = "load: " + err.Error()
		} else if errs := validation.ValidateEncryptionConfiguration(decoded.(*apiserver.EncryptionConfiguration), rng.Intn(1) > 0); len(errs) > 0 {
			row.Error = errs.ToAggregate().Error()
		}
		rows = append(rows, row)
	}
	writeVectors(t, "encryption-configurations", rows)
}

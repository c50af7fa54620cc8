package apiservertest

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
)

// HTTPClient sends requests to the cluster as admin. Each call makes a client with connections of its own.
func (c *Cluster) HTTPClient() *http.Client { return c.HTTPClientAs(c.Token) }

// HTTPClientAs sends requests to the cluster as the user who has a token.
func (c *Cluster) HTTPClientAs(token string) *http.Client {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(c.CertificateAuthority))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	return &http.Client{Transport: bearer{token, transport}}
}

// bearer adds the token to each request.
type bearer struct {
	token string
	next  http.RoundTripper
}

func (b bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(request)
}

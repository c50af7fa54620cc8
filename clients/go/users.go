package apiservertest

import (
	"net/http"
	"testing"
)

// User is somebody who has a token of the cluster; RBAC says what they may do.
type User struct {
	Name   string              `json:"name"`
	Groups []string            `json:"groups,omitempty"`
	UID    string              `json:"uid,omitempty"`
	Extra  map[string][]string `json:"extra,omitempty"`
}

// AddedUser is a user with credentials.
type AddedUser struct {
	User
	Token      string `json:"token"`
	Kubeconfig string `json:"kubeconfig"`
}

// AddUser gives a user a token.
func (c *Cluster) AddUser(t testing.TB, user User) *AddedUser {
	t.Helper()
	added := &AddedUser{}
	must(t, c.control.do(http.MethodPost, c.path("/users"), user, added))
	return added
}

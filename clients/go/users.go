package apiservertest

import (
	"net/http"
	"net/url"
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

// Users are all who have a token, admin among them.
func (c *Cluster) Users(t testing.TB) []AddedUser {
	t.Helper()
	var list items[AddedUser]
	must(t, c.control.do(http.MethodGet, c.path("/users"), nil, &list))
	return list.Items
}

// DeleteUser makes the token of a user invalid.
func (c *Cluster) DeleteUser(t testing.TB, name string) {
	t.Helper()
	must(t, c.control.do(http.MethodDelete, c.path("/users/"+url.PathEscape(name)), nil, nil))
}

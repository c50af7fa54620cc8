package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// checkUsers adds a user with a client certificate, who may read once the role is bound, also with kubectl.
func (s *session) checkUsers(ctx context.Context) (any, error) {
	user, err := s.environment.AddUser(envtest.User{Name: "alice", Groups: []string{"readers"}}, nil)
	if err != nil {
		return nil, err
	}
	theirs, err := client.New(user.Config(), client.Options{Scheme: s.scheme})
	if err != nil {
		return nil, err
	}
	review := &authenticationv1.SelfSubjectReview{}
	if err := theirs.Create(ctx, review); err != nil {
		return nil, err
	}
	key := client.ObjectKey{Name: namespace}
	refused := theirs.Get(ctx, key, &corev1.Namespace{})
	if !apierrors.IsForbidden(refused) {
		return nil, fmt.Errorf("without a role: %v", refused)
	}
	// The role "view" is empty: nothing in this control plane aggregates.
	role := &rbacv1.ClusterRole{Rules: []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"namespaces"}, Verbs: []string{"get"}}}}
	role.Name = "namespace-reader"
	if err := s.client.Create(ctx, role); err != nil {
		return nil, err
	}
	binding := &rbacv1.ClusterRoleBinding{
		RoleRef:  rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "ClusterRole", Name: role.Name},
		Subjects: []rbacv1.Subject{{APIGroup: "rbac.authorization.k8s.io", Kind: "Group", Name: "readers"}},
	}
	binding.Name = "readers"
	if err := s.client.Create(ctx, binding); err != nil {
		return nil, err
	}
	if err := eventually(ctx, func() error { return theirs.Get(ctx, key, &corev1.Namespace{}) }); err != nil {
		return nil, err
	}
	named := review.Status.UserInfo
	facts := map[string]any{"user": named.Username, "groups": named.Groups, "refused": refused.Error()}
	if _, missing := os.Stat(s.environment.ControlPlane.KubectlPath); missing == nil {
		facts["kubectl"], err = printed(user)
	}
	return facts, err
}

// printed is what kubectl shows the user.
func printed(user *envtest.AuthenticatedUser) (string, error) {
	kubectl, err := user.Kubectl()
	if err != nil {
		return "", err
	}
	out, complaints, err := kubectl.Run("get", "namespace", namespace, "-o", "name")
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(out)
	if err != nil {
		return "", err
	}
	if complaint, _ := io.ReadAll(complaints); len(complaint) > 0 {
		return "", fmt.Errorf("kubectl: %s", complaint)
	}
	return strings.TrimSpace(string(text)), nil
}

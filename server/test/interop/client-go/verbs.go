package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	applyapps "k8s.io/client-go/applyconfigurations/apps/v1"
	applycore "k8s.io/client-go/applyconfigurations/core/v1"
	applymeta "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/util/retry"
)

// checkVerbs checks the verbs of typed clients over protobuf.
func checkVerbs(ctx context.Context, c *clients) (any, error) {
	client := c.protobuf
	if err := ensureNamespace(ctx, c, namespace); err != nil {
		return nil, err
	}
	deployments := client.AppsV1().Deployments(namespace)
	created, err := deployments.Create(ctx, deployment("verbs"), metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	if _, err := deployments.Create(ctx, deployment("verbs"), metav1.CreateOptions{}); !errors.IsAlreadyExists(err) {
		return nil, fmt.Errorf("second creation: %v", err)
	}
	created.Spec.Replicas = pointer(int32(3))
	updated, err := deployments.Update(ctx, created, metav1.UpdateOptions{})
	if err != nil || updated.Generation != 2 {
		return nil, fmt.Errorf("update: %v", err)
	}
	if _, err := deployments.Update(ctx, created, metav1.UpdateOptions{}); !errors.IsConflict(err) {
		return nil, fmt.Errorf("update of an old version: %v", err)
	}
	if err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		current, err := deployments.Get(ctx, "verbs", metav1.GetOptions{})
		if err != nil {
			return err
		}
		current.Status.Replicas = 3
		_, err = deployments.UpdateStatus(ctx, current, metav1.UpdateOptions{})
		return err
	}); err != nil {
		return nil, fmt.Errorf("status: %w", err)
	}
	scale, err := deployments.GetScale(ctx, "verbs", metav1.GetOptions{})
	if err != nil || scale.Spec.Replicas != 3 || scale.Status.Replicas != 3 {
		return nil, fmt.Errorf("scale: %v %v", scale, err)
	}
	wanted := &autoscalingv1.Scale{ObjectMeta: metav1.ObjectMeta{Name: "verbs", Namespace: namespace}, Spec: autoscalingv1.ScaleSpec{Replicas: 5}}
	if scale, err = deployments.UpdateScale(ctx, "verbs", wanted, metav1.UpdateOptions{}); err != nil || scale.Spec.Replicas != 5 {
		return nil, fmt.Errorf("update of scale: %v %v", scale, err)
	}
	patched, err := deployments.Patch(ctx, "verbs", types.StrategicMergePatchType, []byte(`{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"two"}]}}}}`), metav1.PatchOptions{})
	if err != nil || patched.Spec.Template.Spec.Containers[0].Image != "two" {
		return nil, fmt.Errorf("patch: %v", err)
	}
	applied, err := deployments.Apply(ctx, applyapps.Deployment("verbs", namespace).WithSpec(applyapps.DeploymentSpec().
		WithSelector(applymeta.LabelSelector().WithMatchLabels(map[string]string{"app": "verbs"})).
		WithTemplate(applycore.PodTemplateSpec().WithLabels(map[string]string{"app": "verbs"}).
			WithSpec(applycore.PodSpec().WithContainers(applycore.Container().WithName("side").WithImage("s"))))),
		metav1.ApplyOptions{FieldManager: "interop", Force: true})
	if err != nil || len(applied.Spec.Template.Spec.Containers) != 2 {
		return nil, fmt.Errorf("apply: %v", err)
	}
	_, err = deployments.Patch(ctx, "verbs", types.JSONPatchType, []byte(`[{"op":"replace","path":"/spec/replicas","value":-1}]`), metav1.PatchOptions{})
	if !errors.IsInvalid(err) {
		return nil, fmt.Errorf("invalid patch: %v", err)
	}
	if err := deployments.Delete(ctx, "verbs", metav1.DeleteOptions{PropagationPolicy: pointer(metav1.DeletePropagationBackground)}); err != nil {
		return nil, err
	}
	if _, err := deployments.Get(ctx, "verbs", metav1.GetOptions{}); !errors.IsNotFound(err) {
		return nil, fmt.Errorf("get of what was deleted: %v", err)
	}
	return nil, checkReviews(ctx, c)
}

// checkReviews makes objects that are answered and not stored, and a token.
func checkReviews(ctx context.Context, c *clients) error {
	accounts := c.protobuf.CoreV1().ServiceAccounts(namespace)
	if _, err := accounts.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{}); err != nil {
		return err
	}
	token, err := accounts.CreateToken(ctx, "robot", &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	review, err := c.protobuf.AuthenticationV1().TokenReviews().Create(ctx, &authenticationv1.TokenReview{Spec: authenticationv1.TokenReviewSpec{Token: token.Status.Token}}, metav1.CreateOptions{})
	if err != nil || review.Status.User.Username != "system:serviceaccount:"+namespace+":robot" {
		return fmt.Errorf("token review: %v %v", review, err)
	}
	access, err := c.protobuf.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, &authorizationv1.SelfSubjectAccessReview{
		Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &authorizationv1.ResourceAttributes{Verb: "create", Resource: "pods"}},
	}, metav1.CreateOptions{})
	if err != nil || !access.Status.Allowed {
		return fmt.Errorf("access review: %v %v", access, err)
	}
	return nil
}

func ensureNamespace(ctx context.Context, c *clients, name string) error {
	_, err := c.protobuf.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{})
	if errors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

func deployment(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: podTemplate(labels),
		},
	}
}

func podTemplate(labels map[string]string) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: labels},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "one"}}},
	}
}

func pointer[T any](value T) *T { return &value }

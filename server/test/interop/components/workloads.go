package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/rand"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const revisionAnnotation = "deployment.kubernetes.io/revision"

type deployments struct{ client.Client }

// Reconcile makes a replica set for the template of a deployment, and empties the older ones once its pods are available.
func (d *deployments) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := d.Get(ctx, request.NamespacedName, &deployment); err != nil || deployment.DeletionTimestamp != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var sets appsv1.ReplicaSetList
	if err := d.List(ctx, &sets, client.InNamespace(request.Namespace), client.MatchingLabels(deployment.Spec.Selector.MatchLabels)); err != nil {
		return ctrl.Result{}, err
	}
	current, revision, err := d.currentSet(ctx, &deployment, sets.Items)
	if err != nil {
		return ctrl.Result{}, err
	}
	status := appsv1.DeploymentStatus{ObservedGeneration: deployment.Generation, Conditions: deployment.Status.Conditions}
	for i := range sets.Items {
		set := &sets.Items[i]
		if !metav1.IsControlledBy(set, &deployment) {
			continue
		}
		add(&status, set)
		wanted := int32(0)
		if set.Name == current.Name || current.Status.AvailableReplicas < *deployment.Spec.Replicas {
			wanted = *set.Spec.Replicas
		}
		if set.Name == current.Name {
			wanted = *deployment.Spec.Replicas
			status.UpdatedReplicas = set.Status.Replicas
		}
		if *set.Spec.Replicas != wanted {
			set.Spec.Replicas = &wanted
			if err := d.Update(ctx, set); err != nil {
				return ctrl.Result{Requeue: errors.IsConflict(err)}, ignoreConflict(err)
			}
		}
	}
	if status.AvailableReplicas >= *deployment.Spec.Replicas {
		setCondition(&status, appsv1.DeploymentAvailable, "MinimumReplicasAvailable")
		setCondition(&status, appsv1.DeploymentProgressing, "NewReplicaSetAvailable")
	}
	if deployment.Annotations[revisionAnnotation] != revision {
		metav1.SetMetaDataAnnotation(&deployment.ObjectMeta, revisionAnnotation, revision)
		if err := d.Update(ctx, &deployment); err != nil {
			return ctrl.Result{Requeue: errors.IsConflict(err)}, ignoreConflict(err)
		}
		status.ObservedGeneration = deployment.Generation
	}
	deployment.Status = status
	return ctrl.Result{}, ignoreConflict(d.Status().Update(ctx, &deployment))
}

// currentSet gives the replica set of the present template with its revision, which is the newest.
func (d *deployments) currentSet(ctx context.Context, deployment *appsv1.Deployment, sets []appsv1.ReplicaSet) (*appsv1.ReplicaSet, string, error) {
	name := deployment.Name + "-" + hashOf(deployment.Spec.Template)
	newest := 0
	var found *appsv1.ReplicaSet
	for i := range sets {
		revision, _ := strconv.Atoi(sets[i].Annotations[revisionAnnotation])
		if sets[i].Name == name {
			found = &sets[i]
		} else {
			newest = max(newest, revision)
		}
	}
	if found != nil {
		revision, _ := strconv.Atoi(found.Annotations[revisionAnnotation])
		if revision <= newest {
			metav1.SetMetaDataAnnotation(&found.ObjectMeta, revisionAnnotation, strconv.Itoa(newest+1))
			return found, strconv.Itoa(newest + 1), d.Update(ctx, found)
		}
		return found, strconv.Itoa(revision), nil
	}
	hash := hashOf(deployment.Spec.Template)
	template := *deployment.Spec.Template.DeepCopy()
	metav1.SetMetaDataLabel(&template.ObjectMeta, appsv1.DefaultDeploymentUniqueLabelKey, hash)
	selector := deployment.Spec.Selector.DeepCopy()
	metav1.AddLabelToSelector(selector, appsv1.DefaultDeploymentUniqueLabelKey, hash)
	set := &appsv1.ReplicaSet{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, Namespace: deployment.Namespace, Labels: template.Labels,
			Annotations: map[string]string{revisionAnnotation: strconv.Itoa(newest + 1)},
		},
		Spec: appsv1.ReplicaSetSpec{Replicas: deployment.Spec.Replicas, Selector: selector, Template: template},
	}
	if err := controllerutil.SetControllerReference(deployment, set, d.Scheme()); err != nil {
		return nil, "", err
	}
	err := d.Create(ctx, set)
	if errors.IsAlreadyExists(err) {
		err = d.Get(ctx, client.ObjectKeyFromObject(set), set)
	}
	return set, strconv.Itoa(newest + 1), err
}

func hashOf(template corev1.PodTemplateSpec) string {
	data, err := json.Marshal(template)
	fatal(err)
	hash := fnv.New32a()
	_, _ = hash.Write(data)
	return rand.SafeEncodeString(fmt.Sprint(hash.Sum32()))
}

func add(status *appsv1.DeploymentStatus, set *appsv1.ReplicaSet) {
	status.Replicas += set.Status.Replicas
	status.ReadyReplicas += set.Status.ReadyReplicas
	status.AvailableReplicas += set.Status.AvailableReplicas
}

func setCondition(status *appsv1.DeploymentStatus, kind appsv1.DeploymentConditionType, reason string) {
	for _, each := range status.Conditions {
		if each.Type == kind {
			return
		}
	}
	now := metav1.Now()
	status.Conditions = append(status.Conditions, appsv1.DeploymentCondition{
		Type: kind, Status: corev1.ConditionTrue, Reason: reason, LastUpdateTime: now, LastTransitionTime: now,
	})
}

type replicaSets struct{ client.Client }

// Reconcile makes or deletes pods until there are as many as wanted.
func (r *replicaSets) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var set appsv1.ReplicaSet
	if err := r.Get(ctx, request.NamespacedName, &set); err != nil || set.DeletionTimestamp != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	pods, err := podsOf(ctx, r.Client, &set, set.Spec.Selector.MatchLabels)
	if err != nil {
		return ctrl.Result{}, err
	}
	status := appsv1.ReplicaSetStatus{ObservedGeneration: set.Generation, Replicas: int32(len(pods)), FullyLabeledReplicas: int32(len(pods))}
	for _, pod := range pods {
		if isReady(pod) {
			status.ReadyReplicas++
			status.AvailableReplicas++
		}
	}
	for missing := int(*set.Spec.Replicas) - len(pods); missing > 0; missing-- {
		if err := createPod(ctx, r.Client, &set, set.Spec.Template); err != nil {
			return ctrl.Result{}, err
		}
	}
	for surplus := len(pods) - int(*set.Spec.Replicas); surplus > 0; surplus-- {
		if err := r.Delete(ctx, pods[surplus-1]); client.IgnoreNotFound(err) != nil {
			return ctrl.Result{}, err
		}
	}
	patch := client.MergeFrom(set.DeepCopy())
	set.Status = status
	return ctrl.Result{}, client.IgnoreNotFound(r.Status().Patch(ctx, &set, patch))
}

type jobs struct{ client.Client }

// Reconcile makes pods until enough have succeeded.
func (j *jobs) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var job batchv1.Job
	if err := j.Get(ctx, request.NamespacedName, &job); err != nil || job.DeletionTimestamp != nil || job.Status.CompletionTime != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	pods, err := podsOf(ctx, j.Client, &job, job.Spec.Selector.MatchLabels)
	if err != nil {
		return ctrl.Result{}, err
	}
	now := metav1.Now()
	status := batchv1.JobStatus{StartTime: job.Status.StartTime, Ready: new(int32), UncountedTerminatedPods: &batchv1.UncountedTerminatedPods{}}
	if status.StartTime == nil {
		status.StartTime = &now
	}
	for _, pod := range pods {
		switch pod.Status.Phase {
		case corev1.PodSucceeded:
			status.Succeeded++
		case corev1.PodFailed:
			status.Failed++
		default:
			status.Active++
		}
	}
	if status.Succeeded >= *job.Spec.Completions {
		status.CompletionTime = &now
		for _, kind := range []batchv1.JobConditionType{batchv1.JobSuccessCriteriaMet, batchv1.JobComplete} {
			status.Conditions = append(status.Conditions, batchv1.JobCondition{
				Type: kind, Status: corev1.ConditionTrue, Reason: batchv1.JobReasonCompletionsReached, LastProbeTime: now, LastTransitionTime: now,
			})
		}
	} else {
		for room := min(*job.Spec.Parallelism, *job.Spec.Completions-status.Succeeded) - status.Active; room > 0; room-- {
			if err := createPod(ctx, j.Client, &job, job.Spec.Template); err != nil {
				return ctrl.Result{}, err
			}
		}
	}
	job.Status = status
	err = j.Status().Update(ctx, &job)
	return ctrl.Result{Requeue: errors.IsConflict(err)}, ignoreConflict(err)
}

// podsOf are the pods that an object controls and that are not being deleted.
func podsOf(ctx context.Context, reader client.Reader, owner client.Object, selector map[string]string) ([]*corev1.Pod, error) {
	var list corev1.PodList
	if err := reader.List(ctx, &list, client.InNamespace(owner.GetNamespace()), client.MatchingLabels(selector)); err != nil {
		return nil, err
	}
	var pods []*corev1.Pod
	for i := range list.Items {
		if pod := &list.Items[i]; metav1.IsControlledBy(pod, owner) && pod.DeletionTimestamp == nil {
			pods = append(pods, pod)
		}
	}
	return pods, nil
}

func createPod(ctx context.Context, c client.Client, owner client.Object, template corev1.PodTemplateSpec) error {
	pod := &corev1.Pod{ObjectMeta: *template.ObjectMeta.DeepCopy(), Spec: template.Spec}
	pod.GenerateName, pod.Namespace = owner.GetName()+"-", owner.GetNamespace()
	if err := controllerutil.SetControllerReference(owner, pod, c.Scheme()); err != nil {
		return err
	}
	return c.Create(ctx, pod)
}

func isReady(pod *corev1.Pod) bool {
	for _, each := range pod.Status.Conditions {
		if each.Type == corev1.PodReady {
			return each.Status == corev1.ConditionTrue
		}
	}
	return false
}

// ignoreConflict: the cache will bring the newer object, and with it the next turn.
func ignoreConflict(err error) error {
	if errors.IsConflict(err) {
		return nil
	}
	return client.IgnoreNotFound(err)
}

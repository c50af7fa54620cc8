package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/remotecommand"
)

var background = context.Background()

func configFor(port string) *rest.Config {
	return &rest.Config{
		Host:            "https://127.0.0.1:" + port,
		BearerToken:     "token",
		TLSClientConfig: rest.TLSClientConfig{Insecure: true},
		// Protobuf, as the programs of Kubernetes itself ask for it.
		ContentConfig: rest.ContentConfig{
			AcceptContentTypes: "application/vnd.kubernetes.protobuf,application/json",
			ContentType:        "application/vnd.kubernetes.protobuf",
		},
		QPS: -1,
	}
}

func newOperations(port, execPort string) (map[string]func(int) error, error) {
	clientset, err := kubernetes.NewForConfig(configFor(port))
	if err != nil {
		return nil, err
	}
	execConfig := configFor(execPort)
	execClientset, err := kubernetes.NewForConfig(execConfig)
	if err != nil {
		return nil, err
	}
	maps, pods := clientset.CoreV1().ConfigMaps("default"), clientset.CoreV1().Pods("default")
	many := clientset.CoreV1().ConfigMaps("many")
	exec := commands{execConfig, execClientset}
	return map[string]func(int) error{
		"get": func(times int) error {
			return repeat(times, func(i int) error {
				_, err := maps.Get(background, fmt.Sprintf("settings-%d", i%1000), metav1.GetOptions{})
				return err
			})
		},
		"list": func(times int) error {
			return repeat(times, func(int) error {
				list, err := pods.List(background, metav1.ListOptions{})
				return wanted(err, len(list.Items), 1000)
			})
		},
		"listMany": func(times int) error {
			return repeat(times, func(int) error {
				list, err := many.List(background, metav1.ListOptions{})
				return wanted(err, len(list.Items), 10000)
			})
		},
		"watchPods": func(times int) error {
			return repeat(times/1000, func(int) error { return events(pods.Watch(background, fromStart)) })
		},
		"watchMaps": func(times int) error {
			return repeat(times/1000, func(int) error { return events(maps.Watch(background, fromStart)) })
		},
		"exec": func(times int) error { return repeat(times, func(int) error { return exec.echoOnce("hello") }) },
		"echo": exec.echoMessages,
	}, nil
}

var fromStart = metav1.ListOptions{ResourceVersion: "0"}

func events(watcher watch.Interface, err error) error {
	if err != nil {
		return err
	}
	defer watcher.Stop()
	seen := 0
	for range watcher.ResultChan() {
		if seen++; seen == 1000 {
			return nil
		}
	}
	return fmt.Errorf("%d events", seen)
}

type commands struct {
	config    *rest.Config
	clientset *kubernetes.Clientset
}

func (c commands) executor(options *corev1.PodExecOptions) (remotecommand.Executor, error) {
	request := c.clientset.CoreV1().RESTClient().Get().Resource("pods").Namespace("default").Name("web").
		SubResource("exec").VersionedParams(options, scheme.ParameterCodec)
	return remotecommand.NewWebSocketExecutor(c.config, "GET", request.URL().String())
}

func (c commands) echoOnce(text string) error {
	executor, err := c.executor(&corev1.PodExecOptions{Command: []string{"echo", text}, Stdout: true, Stderr: true})
	if err != nil {
		return err
	}
	var stdout, stderr bytes.Buffer
	err = executor.StreamWithContext(background, remotecommand.StreamOptions{Stdout: &stdout, Stderr: &stderr})
	if err == nil && stdout.String() != text+"\n" {
		err = fmt.Errorf("%q", stdout.String())
	}
	return err
}

// echoMessages sends a message of 1 KB, waits until it has come back, and so on.
func (c commands) echoMessages(times int) error {
	executor, err := c.executor(&corev1.PodExecOptions{Command: []string{"cat"}, Stdin: true, Stdout: true, Stderr: true})
	if err != nil {
		return err
	}
	input, inputWriter := io.Pipe()
	output, outputWriter := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		streams := remotecommand.StreamOptions{Stdin: input, Stdout: outputWriter, Stderr: io.Discard}
		failed <- executor.StreamWithContext(background, streams)
	}()
	message, back := bytes.Repeat([]byte("x"), 1024), make([]byte, 1024)
	for range times {
		if _, err := inputWriter.Write(message); err != nil {
			return err
		}
		if _, err := io.ReadFull(output, back); err != nil {
			return err
		}
	}
	inputWriter.Close()
	return <-failed
}

func repeat(times int, run func(int) error) error {
	for i := range times {
		if err := run(i); err != nil {
			return err
		}
	}
	return nil
}

func wanted(err error, found, count int) error {
	if err == nil && found != count {
		return fmt.Errorf("%d instead of %d", found, count)
	}
	return err
}

// Command kubelet serves exec, attach and port-forward with the streaming server of kubelets, k8s.io/cri-streaming.
//
// A command of exec runs on this machine, attach sends back what it reads, a forwarded port is one of the loopback address. Usage:
// kubelet CERTIFICATE KEY [-no-websockets]. The first line of its output is the port that it listens on.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	osexec "os/exec"
	"strings"
	"time"

	"k8s.io/cri-streaming/pkg/streaming/portforward"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	"k8s.io/streaming/pkg/httpstream/wsstream"
	"k8s.io/utils/exec"
)

const idle = 4 * time.Hour

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: kubelet CERTIFICATE KEY [-no-websockets]")
		os.Exit(2)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go endWithInput()
	handler := kubelet{websockets: len(os.Args) == 3}
	panic(http.ServeTLS(listener, handler, os.Args[1], os.Args[2]))
}

// endWithInput ends the program with the one that started it.
func endWithInput() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

type kubelet struct{ websockets bool }

func (k kubelet) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	parts := strings.Split(strings.Trim(req.URL.Path, "/"), "/")
	if len(parts) < 3 || (wsstream.IsWebSocketRequest(req) && !k.websockets) {
		http.Error(w, "no such thing here", http.StatusForbidden)
		return
	}
	pod := parts[2]
	if parts[0] == "portForward" {
		options, err := portforward.NewV4Options(req)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		portforward.ServePortForward(w, req, forwarder{}, pod, "", options, idle, remotecommand.DefaultStreamCreationTimeout, portforward.SupportedProtocols)
		return
	}
	options, err := remotecommand.NewOptions(req)
	if err != nil || len(parts) < 4 {
		http.Error(w, fmt.Sprint(err), http.StatusBadRequest)
		return
	}
	protocols := remotecommand.SupportedStreamingProtocols
	if parts[0] == "attach" {
		remotecommand.ServeAttach(w, req, attacher{}, pod, "", parts[3], options, idle, remotecommand.DefaultStreamCreationTimeout, protocols)
		return
	}
	command := req.URL.Query()["command"]
	remotecommand.ServeExec(w, req, executor{}, pod, "", parts[3], command, options, idle, remotecommand.DefaultStreamCreationTimeout, protocols)
}

type executor struct{}

func (executor) ExecInContainer(ctx context.Context, _, _, _ string, cmd []string, in io.Reader, out, err io.WriteCloser, _ bool, _ <-chan remotecommand.TerminalSize, _ time.Duration) error {
	command := osexec.CommandContext(ctx, cmd[0], cmd[1:]...)
	command.Stdin = in
	if out != nil {
		command.Stdout = out
	}
	if err != nil {
		command.Stderr = err
	}
	failure := command.Run()
	var exited *osexec.ExitError
	if errors.As(failure, &exited) {
		return exec.CodeExitError{Err: failure, Code: exited.ExitCode()}
	}
	return failure
}

type attacher struct{}

func (attacher) AttachContainer(_ context.Context, _, _, container string, in io.Reader, out, _ io.WriteCloser, _ bool, _ <-chan remotecommand.TerminalSize) error {
	if _, err := fmt.Fprintf(out, "attached to %s\n", container); err != nil || in == nil {
		return err
	}
	_, err := io.Copy(out, in)
	return err
}

type forwarder struct{}

func (forwarder) PortForward(_ context.Context, _, _ string, port int32, stream io.ReadWriteCloser) error {
	connection, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	defer connection.Close()
	go func() {
		_, _ = io.Copy(connection, stream)
		_ = connection.(*net.TCPConn).CloseWrite()
	}()
	_, err = io.Copy(stream, connection)
	return err
}

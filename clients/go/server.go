// Package apiservertest makes Kubernetes API servers for tests, through the control API of apimachinery-server.
package apiservertest

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is a running apimachinery-server with its control API.
type Server struct {
	control control
	stop    func()
}

// startTimeout is long enough for npx, which may download the command first.
const startTimeout = 2 * time.Minute

// stopTimeout is how long the server may take to end by itself.
const stopTimeout = 30 * time.Second

var controlLine = regexp.MustCompile(`control API on (\S+), token in (.+)`)

// StartServer starts the command, or connects to the one that APIMACHINERY_CONTROL names, and stops it when the test has ended.
func StartServer(t testing.TB) *Server {
	t.Helper()
	server, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server
}

// Start is StartServer for TestMain, which has no testing.T. Call Stop at the end.
func Start() (*Server, error) {
	if url := os.Getenv("APIMACHINERY_CONTROL"); url != "" {
		return Connect(url, os.Getenv("APIMACHINERY_CONTROL_TOKEN")), nil
	}
	folder, err := os.MkdirTemp("", "apiservertest-")
	if err != nil {
		return nil, err
	}
	server, err := start(folder)
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	return server, nil
}

// Connect uses a server that runs already; Stop leaves it running.
func Connect(url, token string) *Server {
	return &Server{control: newControl(url, token), stop: func() {}}
}

// Stop ends the command and all of its clusters. A server that ran before goes on.
func (s *Server) Stop() { s.stop() }

// DeleteClusters deletes all clusters of the server, also those of other tests.
func (s *Server) DeleteClusters(t testing.TB) {
	t.Helper()
	must(t, s.control.do(http.MethodDelete, "/clusters", nil, nil))
}

func start(folder string) (*Server, error) {
	words := append(commandLine(), "--memory", "--secure-port=0", "--data-dir="+folder, "--control-port=0",
		"--control-token-file="+filepath.Join(folder, "control.token"), "--exit-with-stdin")
	command := exec.Command(words[0], words[1:]...)
	// The server ends when this pipe does, also when the test process is killed.
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	log := &tail{}
	command.Stderr = log
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w: set APIMACHINERY_SERVER to the command, or install it: npm install --global @apimachinery/server", words[0], err)
	}
	var once sync.Once
	stop := func() {
		once.Do(func() {
			input.Close()
			late := time.AfterFunc(stopTimeout, func() { command.Process.Kill() })
			defer late.Stop()
			command.Wait()
			os.RemoveAll(folder)
		})
	}
	url, tokenFile, err := waitForControl(output)
	if err != nil {
		command.Process.Kill()
		stop()
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(words, " "), err, log)
	}
	token, err := os.ReadFile(tokenFile)
	if err != nil {
		stop()
		return nil, err
	}
	return &Server{control: newControl(url, strings.TrimSpace(string(token))), stop: stop}, nil
}

// commandLine is what starts the server.
func commandLine() []string {
	if words := strings.Fields(os.Getenv("APIMACHINERY_SERVER")); len(words) > 0 {
		return words
	}
	if path, err := exec.LookPath("apimachinery-server"); err == nil {
		return []string{path}
	}
	return []string{"npx", "--yes", "@apimachinery/server"}
}

func waitForControl(output io.Reader) (url, tokenFile string, err error) {
	found := make(chan []string, 1)
	go func() {
		defer close(found)
		lines := bufio.NewScanner(output)
		for lines.Scan() {
			if match := controlLine.FindStringSubmatch(lines.Text()); match != nil {
				found <- match
				break
			}
		}
		io.Copy(io.Discard, output)
	}()
	select {
	case match, is := <-found:
		if !is {
			return "", "", fmt.Errorf("it ended before its control API was there")
		}
		return match[1], match[2], nil
	case <-time.After(startTimeout):
		return "", "", fmt.Errorf("its control API is not there after %s", startTimeout)
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mutex sync.Mutex
	text  []byte
}

func (l *tail) Write(text []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.text = append(l.text, text...)
	if over := len(l.text) - 8192; over > 0 {
		l.text = l.text[over:]
	}
	return len(text), nil
}

func (l *tail) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return string(l.text)
}

package apiservertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// StatusError is a refusal of the control API: the Status that Kubernetes has for errors.
type StatusError struct {
	Code    int    `json:"code"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

func (e *StatusError) Error() string { return fmt.Sprintf("%d %s: %s", e.Code, e.Reason, e.Message) }

// IsNotFound says whether the control API answered that there is no such cluster, snapshot, fault or user.
func IsNotFound(err error) bool {
	var status *StatusError
	return errors.As(err, &status) && status.Code == http.StatusNotFound
}

// control sends requests to the control API.
type control struct {
	base, token string
	client      *http.Client
}

func newControl(url, token string) control {
	// The server limits how long it waits; this is for one that does not answer any more.
	return control{base: strings.TrimSuffix(url, "/") + "/apimachinery.dev/v1", token: token, client: &http.Client{Timeout: 10 * time.Minute}}
}

// do sends body as JSON, where it is not nil, and reads the answer into result, where that is not nil.
func (c control) do(method, path string, body, result any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, c.base+path, content)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		status := &StatusError{Code: response.StatusCode, Message: string(text)}
		// Another server than ours may have answered: then its text is the message.
		_ = json.Unmarshal(text, status)
		return fmt.Errorf("%s %s: %w", method, path, status)
	}
	if result == nil || len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, result)
}

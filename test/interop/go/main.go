// Command interop answers requests about Kubernetes' own Go code: one JSON object per line in, one per line out.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve answers until the input ends. Answers are flushed whenever no further request waits, so that a caller may keep
// the program open and ask one thing after another.
func serve(in io.Reader, out io.Writer) error {
	reader := bufio.NewReaderSize(in, 1<<20)
	writer := bufio.NewWriterSize(out, 1<<20)
	defer writer.Flush()
	encoder := json.NewEncoder(writer)
	encoder.SetEscapeHTML(false)
	for {
		line, err := reader.ReadBytes('\n')
		if text := bytes.TrimSpace(line); len(text) > 0 {
			if err := encoder.Encode(reply(text)); err != nil {
				return err
			}
			if reader.Buffered() == 0 {
				if err := writer.Flush(); err != nil {
					return err
				}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func reply(line []byte) (result answer) {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return answer{"badreq": true, "error": "bad request: " + err.Error()}
	}
	defer func() {
		if p := recover(); p != nil {
			result = answer{"panic": fmt.Sprint(p)}
		}
		if r.ID != nil {
			result["id"] = r.ID
		}
	}()
	operation, known := operations[r.Op]
	if !known {
		return answer{"badop": true, "error": fmt.Sprintf("unknown op %q", r.Op)}
	}
	return operation(&r)
}

// Command bench does with client-go what children/client-load.mjs does with the other clients: a JSON line says what to do
// how often, and a line comes back with the CPU time (µs) of the process for that.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"
)

type task struct {
	Operation string `json:"operation"`
	Times     int    `json:"times"`
}

type answer struct {
	CPU   int64  `json:"cpu"`
	Wall  int64  `json:"wall"`
	Heap  uint64 `json:"heap"`
	Error string `json:"error,omitempty"`
}

func main() {
	operations, err := newOperations(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var wanted task
		if err := json.Unmarshal(lines.Bytes(), &wanted); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, _ := json.Marshal(measure(operations[wanted.Operation], wanted.Times))
		fmt.Println(string(text))
	}
}

func measure(run func(int) error, times int) answer {
	if run == nil {
		return answer{Error: "no such operation"}
	}
	before, started := cpu(), time.Now()
	err := run(times)
	result := answer{CPU: cpu() - before, Wall: time.Since(started).Microseconds()}
	if err != nil {
		result.Error = err.Error()
	}
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	result.Heap = memory.HeapAlloc
	return result
}

func cpu() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Utime.Nano()/1000 + usage.Stime.Nano()/1000
}

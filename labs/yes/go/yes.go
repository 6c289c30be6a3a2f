// The same in Go: a buffer of whole lines, written in a loop.
package main

import (
	"bytes"
	"os"
)

func main() {
	lines := bytes.Repeat([]byte("y\n"), 4096)
	for {
		if _, err := os.Stdout.Write(lines); err != nil {
			return
		}
	}
}

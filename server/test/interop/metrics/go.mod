module apimachinery.dev/server/interop/metrics

go 1.24

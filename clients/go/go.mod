module apimachinery.dev/apiservertest

go 1.22

module example

go 1.22

require apimachinery.dev/apiservertest v0.0.0

replace apimachinery.dev/apiservertest => ../../../clients/go

package main

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apiserver/pkg/storage"
)

// takePorts sets the bits of ports in the bitmap that servers share, and prints all ports that are taken then, one a line.
func takePorts(ctx context.Context, endpoint string, ports []string) {
	store, done := storeOf(endpoint, corev1.SchemeGroupVersion.WithKind("RangeAllocation"))
	defer done()
	allocation := &corev1.RangeAllocation{}
	key := "/ranges/servicenodeports"
	fail(store.GuaranteedUpdate(ctx, key, allocation, false, nil, storage.SimpleUpdate(func(input runtime.Object) (runtime.Object, error) {
		existing := input.(*corev1.RangeAllocation)
		bits := new(big.Int).SetBytes(existing.Data)
		for _, port := range ports {
			number, err := strconv.Atoi(port)
			if err != nil {
				return nil, err
			}
			bits.SetBit(bits, number-net.ParsePortRangeOrDie(existing.Range).Base, 1)
		}
		existing.Data = bits.Bytes()
		return existing, nil
	}), nil))
	bits := new(big.Int).SetBytes(allocation.Data)
	base := net.ParsePortRangeOrDie(allocation.Range).Base
	for i := range bits.BitLen() {
		if bits.Bit(i) == 1 {
			fmt.Println(base + i)
		}
	}
}

package proxy

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"testing"

	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	listersv1 "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"
)

type serviceRow struct {
	Service *v1.Service                  `json:"service"`
	Slices  []*discoveryv1.EndpointSlice `json:"slices"`
	Name    string                       `json:"name"`
	Port    int32                        `json:"port"`
	// Every answer that chance gives.
	Endpoints     []string `json:"endpoints,omitempty"`
	EndpointError string   `json:"endpointError,omitempty"`
	Cluster       string   `json:"cluster,omitempty"`
	ClusterError  string   `json:"clusterError,omitempty"`
}

type madeSlices []*discoveryv1.EndpointSlice

func (s madeSlices) GetEndpointSlices(_, _ string) ([]*discoveryv1.EndpointSlice, error) {
	return append([]*discoveryv1.EndpointSlice{}, s...), nil
}

func TestVectorsOfServices(t *testing.T) {
	rng := rand.New(rand.NewSource(36))
	one := func(texts ...string) string { return texts[rng.Intn(len(texts))] }
	var rows []serviceRow
	for len(rows) < 250 {
		service := &v1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "svc"}}
		service.Spec.Type = v1.ServiceType(one("ClusterIP", "ClusterIP", "NodePort", "LoadBalancer", "ExternalName", ""))
		service.Spec.ClusterIP = one("10.0.0.1", "10.0.0.1", "fd00::1", "None", "")
		service.Spec.ExternalName = one("", "example.com")
		if rng.Intn(3) > 0 {
			service.Spec.IPFamilies = []v1.IPFamily{v1.IPFamily(one("IPv4", "IPv6"))}
		}
		for n := rng.Intn(3); n >= 0; n-- {
			service.Spec.Ports = append(service.Spec.Ports, v1.ServicePort{Name: one("", "a", "b"), Port: []int32{443, 443, 80}[rng.Intn(3)], TargetPort: intstr.FromInt32(8443)})
		}
		row := serviceRow{Service: service, Name: one("svc", "svc", "svc", "svc", "svc", "none"), Port: []int32{443, 443, 443, 80, 1}[rng.Intn(5)]}
		for n := rng.Intn(4); n > 0; n-- {
			slice := &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: fmt.Sprintf("s%d", n), Labels: map[string]string{discoveryv1.LabelServiceName: "svc"}}, AddressType: discoveryv1.AddressType(one("IPv4", "IPv4", "IPv6"))}
			for m := rng.Intn(3); m > 0; m-- {
				port := discoveryv1.EndpointPort{}
				if rng.Intn(6) > 0 {
					port.Name = ptr.To(one("", "a", "b"))
				}
				if rng.Intn(6) > 0 {
					port.Port = ptr.To([]int32{8443, 9443}[rng.Intn(2)])
				}
				slice.Ports = append(slice.Ports, port)
			}
			for m := rng.Intn(3); m > 0; m-- {
				address := fmt.Sprintf("10.1.%d.%d", n, m)
				if slice.AddressType == "IPv6" {
					address = fmt.Sprintf("fd01::%d:%d", n, m)
				}
				endpoint := discoveryv1.Endpoint{Addresses: []string{address}}
				if rng.Intn(3) > 0 {
					endpoint.Conditions.Ready = ptr.To(rng.Intn(3) > 0)
				}
				slice.Endpoints = append(slice.Endpoints, endpoint)
			}
			row.Slices = append(row.Slices, slice)
		}
		indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
		indexer.Add(service)
		lister := listersv1.NewServiceLister(indexer)
		seen := map[string]bool{}
		for range 200 {
			address, err := ResolveEndpoint(lister, madeSlices(row.Slices), "ns", row.Name, row.Port)
			if err != nil {
				row.EndpointError = err.Error()
				break
			}
			seen[address.String()] = true
		}
		for address := range seen {
			row.Endpoints = append(row.Endpoints, address)
		}
		sort.Strings(row.Endpoints)
		address, err := ResolveCluster(lister, "ns", row.Name, row.Port)
		if err != nil {
			row.ClusterError = err.Error()
		} else {
			row.Cluster = address.String()
		}
		rows = append(rows, row)
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("VECTORS")+"/services.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Serves definitions and custom resources over an etcd, as a kube-apiserver does, but without a main cluster: everybody is an
// administrator, and nothing is admitted or refused by plugins.
//
// apiextensions-apiserver PORT ETCD-URL HOOK-ADDRESS [FEATURE-GATES]
//
// All services of webhooks are at HOOK-ADDRESS.
package main

import (
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	generatedopenapi "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	openapinamer "k8s.io/apiserver/pkg/endpoints/openapi"
	genericapiserver "k8s.io/apiserver/pkg/server"
	genericoptions "k8s.io/apiserver/pkg/server/options"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/apiserver/pkg/util/openapi"
	"k8s.io/apiserver/pkg/util/webhook"
	"k8s.io/client-go/kubernetes/scheme"
	netutils "k8s.io/utils/net"
)

func main() {
	port, err := strconv.Atoi(os.Args[1])
	check(err)
	if len(os.Args) > 4 {
		check(utilfeature.DefaultMutableFeatureGate.Set(os.Args[4]))
	}
	server, err := newServer(port, os.Args[2], os.Args[3])
	check(err)
	check(server.GenericAPIServer.PrepareRun().RunWithContext(genericapiserver.SetupSignalContext()))
}

func newServer(port int, etcd, hooks string) (*apiserver.CustomResourceDefinitions, error) {
	generic := genericapiserver.NewRecommendedConfig(apiserver.Codecs)
	storage := etcdOptions(etcd)
	steps := []func() error{
		func() error { return genericoptions.NewServerRunOptions().ApplyTo(&generic.Config) },
		func() error { return storage.ApplyTo(&generic.Config) },
		func() error { return serve(port, generic) },
		func() error {
			enabled := genericoptions.NewAPIEnablementOptions()
			return enabled.ApplyTo(&generic.Config, apiserver.DefaultAPIResourceConfigSource(), apiserver.Scheme)
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	generic.Authentication.Authenticator = authenticator.RequestFunc(administrator)
	generic.AdmissionControl = admission.NewChainHandler()
	generic.Authorization.Authorizer = authorizerfactory.NewAlwaysAllowAuthorizer()
	definitions := openapi.GetOpenAPIDefinitionsWithoutDisabledFeatures(generatedopenapi.GetOpenAPIDefinitions)
	namer := openapinamer.NewDefinitionNamer(apiserver.Scheme, scheme.Scheme)
	generic.OpenAPIConfig = genericapiserver.DefaultOpenAPIConfig(definitions, namer)
	generic.OpenAPIV3Config = genericapiserver.DefaultOpenAPIV3Config(definitions, namer)
	config := apiserver.Config{GenericConfig: generic, ExtraConfig: apiserver.ExtraConfig{
		CRDRESTOptionsGetter: options.NewCRDRESTOptionsGetter(*storage, nil, nil),
		MasterCount:          1,
		ServiceResolver:      oneAddress(hooks),
		AuthResolverWrapper: func(next webhook.AuthenticationInfoResolver) webhook.AuthenticationInfoResolver {
			return next
		},
	}}
	server, err := config.Complete().New(genericapiserver.NewEmptyDelegate())
	if err != nil {
		return nil, err
	}
	showDiscovery(server)
	return server, nil
}

// The aggregator shows what groups there are, which is missing here.
func showDiscovery(server *apiserver.CustomResourceDefinitions) {
	groups := server.GenericAPIServer.AggregatedDiscoveryGroupManager
	chain := server.GenericAPIServer.Handler.FullHandlerChain
	server.GenericAPIServer.Handler.FullHandlerChain = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/apis" && strings.Contains(r.Header.Get("Accept"), "as=APIGroupDiscoveryList") {
			groups.ServeHTTP(w, r)
			return
		}
		chain.ServeHTTP(w, r)
	})
}

func etcdOptions(url string) *genericoptions.EtcdOptions {
	codec := apiserver.Codecs.LegacyCodec(v1.SchemeGroupVersion)
	recommended := genericoptions.NewRecommendedOptions("/registry", codec)
	recommended.Etcd.StorageConfig.Transport.ServerList = []string{url}
	return recommended.Etcd
}

func serve(port int, generic *genericapiserver.RecommendedConfig) error {
	serving := genericoptions.NewSecureServingOptions().WithLoopback()
	serving.BindPort = port
	serving.BindAddress = net.IPv4(127, 0, 0, 1)
	serving.ServerCert.CertDirectory = ""
	if err := serving.MaybeDefaultWithSelfSignedCerts("localhost", nil, []net.IP{netutils.ParseIPSloppy("127.0.0.1")}); err != nil {
		return err
	}
	return serving.ApplyTo(&generic.SecureServing, &generic.LoopbackClientConfig)
}

func administrator(*http.Request) (*authenticator.Response, bool, error) {
	return &authenticator.Response{User: &user.DefaultInfo{Name: "admin", Groups: []string{user.SystemPrivilegedGroup, user.AllAuthenticated}}}, true, nil
}

type oneAddress string

func (address oneAddress) ResolveEndpoint(string, string, int32) (*url.URL, error) {
	return &url.URL{Scheme: "https", Host: string(address)}, nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

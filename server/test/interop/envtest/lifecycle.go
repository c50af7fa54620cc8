package main

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	coordinationv1 "k8s.io/api/coordination/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"apimachinery.server.test/envtest/widgets"
)

func (s *session) checkStart(context.Context) (any, error) {
	config, err := s.environment.Start()
	if err != nil {
		return nil, err
	}
	s.config = config
	if s.client, err = client.NewWithWatch(config, client.Options{Scheme: s.scheme}); err != nil {
		return nil, err
	}
	s.certificate, err = s.servedCertificate()
	return map[string]any{"definitions": len(s.environment.CRDs)}, err
}

// servedCertificate is the digest of the certificate that the server shows, which must be that of the folder.
func (s *session) servedCertificate() (string, error) {
	address, err := url.Parse(s.config.Host)
	if err != nil {
		return "", err
	}
	connection, err := tls.Dial("tcp", address.Host, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		return "", err
	}
	defer connection.Close()
	file, err := os.ReadFile(filepath.Join(s.folder, "certificates", "apiserver.crt"))
	if err != nil {
		return "", err
	}
	block, _ := pem.Decode(file)
	served := digest(connection.ConnectionState().PeerCertificates[0].Raw)
	if written := digest(block.Bytes); served != written {
		return "", fmt.Errorf("%s is served, the folder has %s", served, written)
	}
	return served, nil
}

func digest(bytes []byte) string { return fmt.Sprintf("%x", sha256.Sum256(bytes)) }

// checkRelease ends the manager, which gives the lease back.
func (s *session) checkRelease(ctx context.Context) (any, error) {
	var before, after coordinationv1.Lease
	key := client.ObjectKey{Namespace: namespace, Name: leaseName}
	if err := s.client.Get(ctx, key, &before); err != nil {
		return nil, err
	}
	if err := s.manager.stop(); err != nil {
		return nil, err
	}
	if err := s.client.Get(ctx, key, &after); err != nil {
		return nil, err
	}
	held, holder := before.Spec.HolderIdentity, after.Spec.HolderIdentity
	return map[string]any{"held": held != nil && *held != "", "released": holder == nil || *holder == ""}, nil
}

func (s *session) checkStop(context.Context) (any, error) {
	s.config = nil
	return nil, s.environment.Stop()
}

// checkRestart starts again with the certificates and the data of before.
func (s *session) checkRestart(ctx context.Context) (any, error) {
	before := s.certificate
	if _, err := s.checkStart(ctx); err != nil {
		return nil, err
	}
	if s.certificate != before {
		return nil, fmt.Errorf("another certificate is served")
	}
	var widget widgets.V1
	if err := s.client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "made-as-v2"}, &widget); err != nil {
		return nil, err
	}
	return map[string]any{"spec": widget.Spec}, nil
}

package main

import "k8s.io/apimachinery/pkg/runtime"

func init() {
	register(map[string]func(*request) answer{"default": setDefaults})
}

// setDefaults fills what the scheme's defaulting functions fill, and gives the object as JSON.
func setDefaults(r *request) answer {
	object, gvk, err := decode(r, "json", false)
	if err != nil {
		return failure(err)
	}
	scheme.Default(object)
	return written(object, gvkText(*gvk))
}

func written(object runtime.Object, gvk string) answer {
	out, err := write(object, "json")
	return either(answer{"out": out, "gvk": gvk}, err)
}

package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.apimachinery.testing.Cluster;
import dev.apimachinery.testing.ServerExtension;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** fabric8 against a cluster of the control plane, whose URL has a path. */
@ExtendWith(ServerExtension.class)
class ConfigMapsTest {
  private static ConfigMap configMap(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  @Test
  void configMapsAreCreatedListedAndWatched(Cluster cluster) throws Exception {
    Config config = Config.fromKubeconfig(cluster.kubeconfig());
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      var configMaps = client.configMaps().inNamespace("default");
      configMaps.resource(configMap("one")).create();
      var list = configMaps.list();
      assertTrue(list.getItems().stream().anyMatch(item -> item.getMetadata().getName().equals("one")));

      BlockingQueue<String> added = new LinkedBlockingQueue<>();
      var watcher = new Watcher<ConfigMap>() {
        @Override
        public void eventReceived(Action action, ConfigMap resource) {
          if (action == Action.ADDED) added.add(resource.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException cause) {}
      };
      try (var watch = configMaps.withResourceVersion(list.getMetadata().getResourceVersion()).watch(watcher)) {
        configMaps.resource(configMap("two")).create();
        assertEquals("two", added.poll(30, TimeUnit.SECONDS));
      }
    }
  }
}

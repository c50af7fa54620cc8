package dev.apimachinery.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a parameter of type {@link Cluster} is to be. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface WithCluster {
  /** Controllers to run, as the flag of kube-controller-manager. */
  String[] controllers() default {};

  /** Number of simulated nodes. */
  int nodes() default 0;

  /** Time at which the clock of the cluster stands (RFC 3339); where it is empty, the clock runs. */
  String stoppedAt() default "";
}

package io.gsonfire;

import com.google.gson.GsonBuilder;

/** What the generated client takes of Gson Fire, which Debian does not have: no type of ours has subtypes to choose from. */
public class GsonFireBuilder {
  public GsonBuilder createGsonBuilder() {
    return new GsonBuilder();
  }
}

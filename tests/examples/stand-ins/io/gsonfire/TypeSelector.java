package io.gsonfire;

/** Imported by the generated client, and not used by it. */
public interface TypeSelector<T> {}

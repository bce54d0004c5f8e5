import type { Json } from '@cinnabar/api/schema.js';
import { useSyncExternalStore } from 'react';
import { type DemoCredentials, demoCredentials, demoIds } from './demo-credentials.js';
import { rememberIds, type SeenIds } from './seen-ids.js';

interface Demo {
  readonly credentials: DemoCredentials | null;
  readonly seen: SeenIds;
}

/** Shared by all operations until the tab is closed or reloaded. */
let demo: Demo = { credentials: null, seen: {} };
const followers = new Set<() => void>();

function change(next: Demo): void {
  demo = next;
  for (const changed of followers) changed();
}

function follow(changed: () => void): () => void {
  followers.add(changed);
  return () => followers.delete(changed);
}

export function useDemo(): Demo {
  return useSyncExternalStore(follow, () => demo);
}

/** Throws where the sandbox has no demo data. */
export async function startDemo(): Promise<SeenIds> {
  const credentials = await demoCredentials();
  const seen = await demoIds(credentials);
  change({ credentials, seen });
  return seen;
}

export function rememberAnswer(envelope: Json): void {
  change({ ...demo, seen: rememberIds(envelope, demo.seen) });
}

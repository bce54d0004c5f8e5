/** What a service knows of the providers that its settings name, for the platform's operators. */
import type { PlatformProvider, ProviderKind, ProviderPort } from '@cinnabar/api/pages/platform-providers.js';
import type { Words } from './refusal.js';
import type { Finding } from './self-check.js';

/** A provider of the service, as far as this process knows it. */
export interface KnownProvider
  extends Pick<
    PlatformProvider,
    'key' | 'name' | 'state' | 'lastSuccess' | 'lastFailure' | 'requests' | 'takes'
  > {
  readonly port: ProviderPort;
  readonly kind: ProviderKind;
  readonly findings: readonly Finding[];
  readonly checkedAt: Date;
  /** What does not work without it. */
  readonly loss: Words;
}

/** Where a test sends something; of no use to others. */
export interface TestTarget {
  readonly mobile: string;
  readonly mail: string;
  readonly now: Date;
}

export interface ProviderDesk {
  /** Checks that are older than five minutes are made anew: some cost a timestamp. */
  list(): Promise<readonly KnownProvider[]>;
  /** What a test of it takes; null: there is no such provider, or nothing to test. */
  takes(key: string): PlatformProvider['takes'];
  /** Requires `takes`. The outcome counts as a check. */
  test(key: string, target: TestTarget): Promise<Finding>;
}

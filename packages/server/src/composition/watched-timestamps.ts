import { TimestampError } from '@cinnabar/pki/timestamps/timestamp-error.js';
import type { Timestamp, TimestampSource } from '@cinnabar/pki/timestamps/timestamp-source.js';
import type { ProviderOutcome } from '../providers/kit/provider-parts.js';
import type { ProviderStates } from './provider-states.js';

/** A timestamp authority of the settings, whose answers are told like those of other providers. */
export class WatchedTimestamps implements TimestampSource {
  /** By which it is told: its place in the settings, because an address may contain a password. */
  readonly key: string;
  /** Its address without user and password; null: the service's own. */
  readonly address: string | null;
  readonly #source: TimestampSource;
  readonly #states: ProviderStates;

  constructor(
    key: string,
    address: string | null,
    { source, states }: { readonly source: TimestampSource; readonly states: ProviderStates },
  ) {
    this.key = key;
    this.address = address;
    this.#source = source;
    this.#states = states;
    states.opened(key);
  }

  get expectedLength(): number {
    return this.#source.expectedLength;
  }

  async stamp(digest: Uint8Array, now: Date): Promise<Timestamp> {
    const began = performance.now();
    const end = (outcome: ProviderOutcome, detail: string | null): void => {
      const seconds = (performance.now() - began) / 1000;
      this.#states.ended({ provider: this.key, op: 'stamp', outcome, detail, seconds });
    };
    try {
      const stamped = await this.#source.stamp(digest, now);
      end('ok', null);
      return stamped;
    } catch (error) {
      end(outcomeOf(error), error instanceof Error ? error.message : String(error));
      throw error;
    }
  }
}

function outcomeOf(error: unknown): Exclude<ProviderOutcome, 'ok'> {
  if (!(error instanceof TimestampError)) return 'failing';
  if (error.reason === 'UNREACHABLE') return 'unreachable';
  if (error.reason === 'DEADLINE') return 'timeout';
  return error.reason === 'REJECTED' ? 'refused' : 'garbled';
}

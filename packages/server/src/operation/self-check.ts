/** What a service finds out about its own settings and surroundings, for whoever sets it up. */
import type { Words } from './refusal.js';

/** Result of one check. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'error';
  /** Messages of libraries and of the operating system are quoted as they are. */
  readonly message: Words;
  /** Remedy; null if there is nothing to do. */
  readonly remedy: Words | null;
}

/** A finding in one language. */
export interface ToldFinding extends Pick<Finding, 'check' | 'status'> {
  readonly message: string;
  readonly remedy: string | null;
}

export function tellFinding({ check, status, message, remedy }: Finding, language: keyof Words): ToldFinding {
  return { check, status, message: message[language], remedy: remedy?.[language] ?? null };
}

export type SettingSource = 'environment' | 'envFile' | 'default';

/** A setting as the process was started with it. Pages show it and never change it. */
export interface KnownSetting {
  readonly name: string;
  readonly source: SettingSource;
  /** null: not set, or a secret. */
  readonly value: string | null;
  readonly isSecret: boolean;
  /** For the environment or `.env`: what is set, or how to set it. */
  readonly line: string;
}

export interface SelfCheck {
  /** Those of `cinnabar doctor`. Concurrent callers share one run, because some checks start processes. */
  findings(): Promise<readonly Finding[]>;
  /** Those on the data folder, its disk and the store of files. */
  storage(): Promise<readonly Finding[]>;
  readonly settings: readonly KnownSetting[];
}

/** What a service finds out about its own settings and surroundings, for whoever sets it up. */

/** Result of one check. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'error';
  readonly message: string;
  /** Remedy; null if there is nothing to do. */
  readonly remedy: string | null;
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
  readonly settings: readonly KnownSetting[];
}

import { adapterSettingNames } from '../composition/adapters.js';

/** Settings that contain a secret, or may. */
const SECRET: readonly string[] = [
  ...[
    'MASTER_KEY',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_READ_URL',
    'TSA_URLS',
    'OTEL_EXPORTER_OTLP_HEADERS',
  ],
  ...adapterSettingNames().keys(),
];

type Environment = Record<string, string | undefined>;

/**
 * Copies a process's environment and removes the secrets from it, so that child processes do not inherit them. The
 * environment block with which the process was started remains readable in /proc for its own account; MASTER_KEY_FILE
 * avoids that.
 */
export function takeEnvironment(environment: Environment): Readonly<Environment> {
  const taken = { ...environment };
  for (const name of SECRET) delete environment[name];
  return taken;
}

/** Settings that hold a secret, or may. */
const SECRET = ['MASTER_KEY', 'DATABASE_URL', 'TSA_URLS'] as const;

type Environment = Record<string, string | undefined>;

/**
 * A copy of a process's environment, out of which the secrets are taken, so that nothing that is started later inherits
 * them. The block that the process was started with stays readable below /proc for its own account all the same: that
 * is what MASTER_KEY_FILE is for.
 */
export function takeEnvironment(environment: Environment): Readonly<Environment> {
  const taken = { ...environment };
  for (const name of SECRET) delete environment[name];
  return taken;
}

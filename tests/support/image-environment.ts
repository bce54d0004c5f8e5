import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './documentation.js';

type Environment = Readonly<Record<string, string>>;

/** Where the manifests of Kubernetes and of compose place secrets. */
const SECRETS = '/run/secrets/cinnabar/';

/** What the Dockerfile sets. */
export const imageEnvironment: Environment = (() => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const [, variables = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries(variables.split(' ').map((pair) => pair.split('=', 2)));
})();

/** The environment of a process in the image, with the secrets in a folder of the test. */
export function inImage(environment: Environment, secrets: string): Environment {
  const placed = Object.entries(environment).map(([name, value]) => [
    name,
    value.startsWith(SECRETS) ? join(secrets, basename(value)) : value,
  ]);
  return { ...imageEnvironment, ...Object.fromEntries(placed) };
}

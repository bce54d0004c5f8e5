import { error, type Finding, ok } from './finding.js';

/** The oldest Node.js version on which the service is tested. */
const OLDEST = [20, 19] as const;

/** @param version in the format of `process.versions.node` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return isNewEnough
    ? ok('node', `Node.js ${version}`)
    : error('node', `Node.js ${version} is too old`, `install Node.js ${OLDEST.join('.')} or newer`);
}

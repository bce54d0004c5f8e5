import { error, type Finding, ok } from './finding.js';

/** The oldest Node.js version on which the service is tested. */
const OLDEST = [20, 19] as const;

/** @param version in the format of `process.versions.node` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return isNewEnough
    ? ok('node', { zh: `Node.js 版本 ${version}`, en: `Node.js ${version}` })
    : error(
        'node',
        { zh: `Node.js ${version} 版本过低`, en: `Node.js ${version} is too old` },
        {
          zh: `安装 Node.js ${OLDEST.join('.')} 或更高版本`,
          en: `install Node.js ${OLDEST.join('.')} or newer`,
        },
      );
}

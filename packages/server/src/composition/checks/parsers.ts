import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, ok, warn } from './finding.js';

const CHECK = 'parsers';
const RISK = 'a file that takes over what reads it can do all that the service can, and read its keys';

/** Checks the sandbox for parsers of untrusted bytes. */
export function checkParsers({ parserSandbox }: Config, containment: Containment): Finding {
  switch (containment.kind) {
    case 'bubblewrap':
      return ok(CHECK, 'kept apart by bubblewrap: no network, no environment, no files of the service');
    case 'landlock':
      return ok(CHECK, 'kept apart by Landlock: no network, no environment, no files of the service');
    case 'off':
      return warn(
        CHECK,
        `not kept apart, as PARSER_SANDBOX says: ${RISK}`,
        'set PARSER_SANDBOX=auto or required',
      );
    case 'none': {
      const tell = parserSandbox === 'required' ? error : warn;
      const remedy =
        'apt-get install bubblewrap where user namespaces are allowed, or python3 on a kernel with Landlock (5.13)';
      return tell(CHECK, `not kept apart: ${RISK} (${containment.reason})`, remedy);
    }
  }
}

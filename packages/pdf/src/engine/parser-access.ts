import type { SandboxAccess } from '../containment/containment.js';
import { programFolders } from '../containment/program-folders.js';
import { type FontFiles, fontPaths } from '../fonts/font-files.js';
import { privateFolder } from './private-folder.js';

/**
 * Access of the service's own processes that read untrusted bytes: they read its code, the fonts and their cache, and
 * write nothing.
 */
export function parserAccess(fonts: FontFiles): SandboxAccess {
  return {
    readable: [...programFolders(), privateFolder(), ...fontPaths(fonts)],
    writable: [],
    pipes: false,
    endsWithStarter: true,
  };
}

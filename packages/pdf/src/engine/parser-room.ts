import type { Room } from '../containment/containment.js';
import { programFolders } from '../containment/program-folders.js';
import { type FontFiles, fontPaths } from '../fonts/font-files.js';
import { privateFolder } from './private-folder.js';

/**
 * Sandbox of the service's own processes that read untrusted bytes: readable are its code, the fonts and their cache;
 * nothing is writable.
 */
export function parserRoom(fonts: FontFiles): Room {
  return {
    readable: [...programFolders(), privateFolder(), ...fontPaths(fonts)],
    writable: [],
    pipes: false,
    endsWithStarter: true,
  };
}

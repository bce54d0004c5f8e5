import type { Room } from '../containment/containment.js';
import { programFolders } from '../containment/program-folders.js';
import { type FontFiles, fontPaths } from '../fonts/font-files.js';
import { privateFolder } from './private-folder.js';

/**
 * The room of a process of ours that reads bytes from outside: our own code and fonts, what threads have kept of fonts,
 * and nothing that it may write.
 */
export function parserRoom(fonts: FontFiles): Room {
  return {
    readable: [...programFolders(), privateFolder(), ...fontPaths(fonts)],
    writable: [],
    pipes: false,
    endsWithStarter: true,
  };
}

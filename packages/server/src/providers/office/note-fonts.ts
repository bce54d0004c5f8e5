import { once } from 'node:events';
import { fontNotes, writeOfficeFontConfig } from '@cinnabar/pdf/render/font-config.js';
import { SEARCH_PATH } from './find-libreoffice.js';
import type { Isolation } from './isolation.js';
import { officeFontFolders, officeReads } from './office-folder.js';
import { startGroup } from './process-group.js';

/**
 * Has fontconfig write down what it finds out about the fonts, before anything that reads untrusted documents starts:
 * that may read these notes, and must not write them. Where it fails, starting takes longer and nothing else is wrong.
 */
export async function noteFonts(isolation: Isolation, fontDir: string | null): Promise<void> {
  const notes = fontNotes();
  const listing = startGroup('/usr/bin/fc-list', [':', 'family'], {
    environment: {
      PATH: SEARCH_PATH,
      HOME: notes,
      FONTCONFIG_FILE: writeOfficeFontConfig(officeFontFolders(fontDir)),
    },
    isolation,
    room: { readable: officeReads(fontDir), writable: [notes], pipes: false, endsWithStarter: true },
    folder: notes,
  });
  listing.stdout?.resume();
  await once(listing, 'close').catch(() => undefined);
}

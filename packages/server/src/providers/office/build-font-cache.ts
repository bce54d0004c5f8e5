import { once } from 'node:events';
import { fontCacheFolder, writeOfficeFontConfig } from '@cinnabar/pdf/render/font-config.js';
import { SEARCH_PATH } from './find-libreoffice.js';
import type { Isolation } from './isolation.js';
import { officeFontFolders, officeReads } from './office-folder.js';
import { startGroup } from './process-group.js';

/**
 * Builds fontconfig's cache before any process that reads untrusted documents starts: those may read the cache, and
 * must not write it. If this fails, starting takes longer and there is no other effect.
 */
export async function buildFontCache(isolation: Isolation, fontDir: string | null): Promise<void> {
  const notes = fontCacheFolder();
  const listing = startGroup('/usr/bin/fc-list', [':', 'family'], {
    environment: {
      PATH: SEARCH_PATH,
      HOME: notes,
      FONTCONFIG_FILE: writeOfficeFontConfig(officeFontFolders(fontDir)),
    },
    isolation,
    access: { readable: officeReads(fontDir), writable: [notes], pipes: false, endsWithStarter: true },
    folder: notes,
  });
  listing.stdout?.resume();
  await once(listing, 'close').catch(() => undefined);
}

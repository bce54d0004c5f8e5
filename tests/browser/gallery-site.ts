import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { outputOf } from '../support/programs.js';

const config = new URL('../../packages/web/gallery/vite.config.js', import.meta.url).pathname;
const vite = new URL('../../node_modules/vite/bin/vite.js', import.meta.url).pathname;
const SITE = 'http://gallery.test';

/** The components of the pages without a service. */
export interface GallerySite {
  open(page: Page, path: string): Promise<void>;
  remove(): void;
}

export async function buildGallery(): Promise<GallerySite> {
  const built = mkdtempSync(join(tmpdir(), 'cinnabar-gallery-'));
  await outputOf(process.execPath, [
    vite,
    'build',
    '--config',
    config,
    '--outDir',
    built,
    '--logLevel',
    'error',
  ]);
  return {
    async open(page, path) {
      await page.route(`${SITE}/**`, (route) => {
        const file = new URL(route.request().url()).pathname.replace(/\/$/, '/index.html');
        const found = join(built, file);
        return existsSync(found) ? route.fulfill({ path: found }) : route.fulfill({ status: 204 });
      });
      await page.goto(`${SITE}${path}`);
    },
    remove: () => rmSync(built, { recursive: true, force: true }),
  };
}

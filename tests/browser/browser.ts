import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';
import { findChromium } from '../../scripts/test-tools/tools.mjs';

export const phone = { width: 390, height: 844 } as const;
export const desktop = { width: 1440, height: 900 } as const;
export type Viewport = typeof phone | typeof desktop;

const output = new URL('../output/browser/', import.meta.url).pathname;
const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The same Chinese font everywhere, whatever fonts the machine has. */
function fontSettings(): string {
  const regular = require.resolve('@expo-google-fonts/noto-sans-sc/package.json');
  const folders = ['400Regular', '500Medium', '600SemiBold']
    .map((weight) => `<dir>${join(dirname(regular), weight)}</dir>`)
    .join('');
  const path = join(output, 'fonts.conf');
  const cache = `<cachedir>${join(output, 'fonts')}</cachedir>`;
  writeFileSync(path, `<?xml version="1.0"?><fontconfig>${folders}${cache}</fontconfig>`);
  return path;
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('Chromium is needed here');
  mkdirSync(output, { recursive: true });
  return chromium.launch({
    executablePath,
    env: { ...process.env, FONTCONFIG_FILE: fontSettings() },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-color-profile=srgb'],
  });
}

/** One person's browser, with its console errors. */
export interface Window {
  readonly page: Page;
  readonly complaints: string[];
  /** Keeps a screenshot for review. */
  picture(name: string): Promise<void>;
  /** Fails on accessibility violations of the page. */
  checkAccess(): Promise<void>;
  close(): Promise<void>;
}

export async function openWindow(
  browser: Browser,
  viewport: Viewport,
  options: { readonly locale?: string } = {},
): Promise<Window> {
  const isPhone = viewport === phone;
  const context: BrowserContext = await browser.newContext({
    viewport,
    locale: options.locale ?? 'zh-CN',
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    isMobile: isPhone,
    bypassCSP: false,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  onTestFailed(async () => {
    if (page.isClosed()) return;
    const shown = await page.evaluate<string>('document.body.innerText').catch(String);
    console.log(`${page.url()}\n${shown}\n${complaints.join('\n')}`);
  });
  /** Animated elements are checked after their animation. */
  const atRest = () =>
    page.evaluate(
      'Promise.race([Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null))), new Promise((done) => setTimeout(done, 2000))]).then(() => null)',
    );
  const kind = isPhone ? 'phone' : 'desktop';
  return {
    page,
    complaints,
    async picture(name) {
      // Nobody views them there.
      if (process.env['CI'] !== undefined) return;
      await atRest();
      await page.screenshot({ path: join(output, `${name}-${kind}.png`), animations: 'disabled' });
    },
    async checkAccess() {
      await atRest();
      await page.evaluate(axe);
      const found: unknown = await page.evaluate(runAxe);
      expect(found, 'axe-core').toEqual([]);
    },
    close: () => context.close(),
  };
}

/** Runs in the page. */
const runAxe = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' | ')))`;

import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { findChromium } from '../../scripts/test-tools/tools.mjs';
import { accessProblems } from './accessibility.js';
import { cutParts } from './cut-parts.js';

export const phone = { width: 390, height: 844 } as const;
export const tablet = { width: 1024, height: 768 } as const;
export const desktop = { width: 1440, height: 900 } as const;
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

const output = new URL('../output/browser/', import.meta.url).pathname;
const require = createRequire(import.meta.url);

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

let running: Browser | undefined;

/** The Chromium of this process: its test files share it, with windows of their own. */
export async function openBrowser(): Promise<Browser> {
  if (running?.isConnected() !== true) running = await launch();
  return running;
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('Chromium is needed here');
  mkdirSync(output, { recursive: true });
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, FONTCONFIG_FILE: fontSettings() },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-color-profile=srgb'],
      // Pages are open for seconds, and each time have to be compiled anew: to optimise them takes more time than it saves.
      '--js-flags=--no-maglev --no-turbofan',
    ],
    handleSIGTERM: false,
  });
  // vitest ends its processes by this signal.
  process.once('SIGTERM', () => {
    void browser.close().finally(() => process.kill(process.pid, 'SIGTERM'));
  });
  return browser;
}

/** One person's browser, with its console errors. */
export interface Window {
  readonly page: Page;
  readonly complaints: string[];
  /** Keeps a screenshot in tests/output/browser, if PICTURES is set. */
  picture(name: string): Promise<void>;
  /** Fails on accessibility violations of the page; in its other size, if it has one, on texts that are cut as well. */
  checkAccess(): Promise<void>;
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly locale?: string;
  readonly ignoreHTTPSErrors?: boolean;
  /** Whatever is looked at in the window is looked at in this size too, without walking there again. */
  readonly alsoIn?: Viewport;
  /** Pixels of the screen per pixel of the layout: what they are more of is drawn, sent and decoded for nobody to see. */
  readonly density?: number;
}

export async function openWindow(
  browser: Browser,
  viewport: Viewport,
  options: WindowOptions = {},
): Promise<Window> {
  const isPhone = viewport.width < 640;
  const context: BrowserContext = await browser.newContext({
    viewport,
    locale: options.locale ?? 'zh-CN',
    ignoreHTTPSErrors: options.ignoreHTTPSErrors ?? false,
    deviceScaleFactor: options.density ?? 1,
    hasTouch: isPhone,
    isMobile: isPhone,
    // Animations have no outcome of their own, and every frame of them is drawn by the processor.
    reducedMotion: 'reduce',
    bypassCSP: false,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' && !page.isClosed()) {
      const shown = await page.evaluate<string>('document.body.innerText').catch(String);
      console.log(`${page.url()}\n${shown}\n${complaints.join('\n')}`);
    }
    await context.close();
  });
  /** Animated elements are checked after their animation; those that never end are not waited for. */
  const atRest = () => page.evaluate(endOfAnimations);
  const { alsoIn } = options;
  async function inOtherSize(look: () => Promise<void>): Promise<void> {
    if (alsoIn === undefined) return;
    await page.setViewportSize(alsoIn);
    // A page draws itself anew a moment after the window has changed.
    await expect.poll(() => cutParts(page), { message: `cut at ${alsoIn.width} px` }).toEqual([]);
    await look();
    await page.setViewportSize(viewport);
  }
  async function takePicture(name: string, { width }: Viewport): Promise<void> {
    await atRest();
    const path = join(output, `${name}-${width < 640 ? 'phone' : 'desktop'}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }
  async function checkHere(at: string): Promise<void> {
    await atRest();
    expect(await accessProblems(page), `axe-core ${at}`).toEqual([]);
  }
  return {
    page,
    complaints,
    async picture(name) {
      if (process.env['PICTURES'] === undefined) return;
      await takePicture(name, viewport);
      if (alsoIn !== undefined) await inOtherSize(() => takePicture(name, alsoIn));
    },
    async checkAccess() {
      await checkHere('');
      await inOtherSize(() => checkHere('in the other size'));
    },
    close: () => context.close(),
  };
}

/** Runs in the page. */
const endOfAnimations = `Promise.race([
  new Promise((done) => setTimeout(done, 2000)),
  Promise.all(
    document.getAnimations()
      .filter((animation) => animation.effect.getTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => null)),
  ),
]).then(() => null)`;

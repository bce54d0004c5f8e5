import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** An editor saves a file in several steps, and several files at once. */
const QUIET_MS = 60;

/** Packages that the service does not load. */
const APART = ['cli', 'sdk'];

/** Written by the build itself. */
const GENERATED = join('packages', 'sdk', 'src', 'generated');

/** Folders besides packages/<name>/src that the pages are built from. */
const OF_PAGES = ['packages/web/docs-content', 'docs'];

/**
 * Reports changes of sources, one report after the other; what changes during one is in the next.
 * @param onChange `code`: names of the changed packages that are compiled; `pages`: whether the pages have changed, whose
 * bundle contains parts of packages/api; `needsRestart`: whether the service runs any of the code
 */
export function watchSources(onChange) {
  const changed = new Set();
  let timer;
  let isBusy = false;

  async function report() {
    if (isBusy || changed.size === 0) return;
    isBusy = true;
    const code = new Set([...changed].filter((name) => name !== 'web'));
    const pages = changed.has('web') || changed.has('api');
    changed.clear();
    try {
      await onChange({ code, pages, needsRestart: [...code].some((name) => !APART.includes(name)) });
    } finally {
      isBusy = false;
      schedule();
    }
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(() => void report(), QUIET_MS);
  }

  const folders = [
    ...readdirSync('packages').map((name) => [name, join('packages', name, 'src')]),
    ...OF_PAGES.map((folder) => ['web', folder]),
  ];
  const watchers = folders.map(([name, folder]) =>
    watchFolder(folder, (file) => {
      if (file.startsWith(GENERATED)) return;
      changed.add(name);
      schedule();
    }),
  );
  return {
    stop() {
      clearTimeout(timer);
      for (const close of watchers) close();
    },
  };
}

/**
 * One watcher for each folder: the recursive mode of Node.js loses files on Linux that an editor or git replaces.
 * @returns ends the watching
 */
function watchFolder(folder, onChange) {
  const below = new Map();
  const closeAll = () => {
    watcher.close();
    for (const close of below.values()) close();
  };
  const findFolders = () => {
    const names = existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
      : [];
    for (const { name } of names) {
      if (!below.has(name)) below.set(name, watchFolder(join(folder, name), onChange));
    }
    for (const [name, close] of below) {
      if (names.some((entry) => entry.name === name)) continue;
      close();
      below.delete(name);
    }
  };
  const watcher = watch(folder, (event, name) => {
    if (event === 'rename') findFolders();
    onChange(join(folder, name ?? ''));
  });
  // A folder that was deleted.
  watcher.once('error', closeAll);
  findFolders();
  return closeAll;
}

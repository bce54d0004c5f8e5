/** The built pages: a few hundred kilobytes, read once and cached, so that no request reads the disk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { refuse } from '../operation/refusal.js';

const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

interface Asset {
  readonly mediaType: string;
  readonly plain: Uint8Array;
  readonly brotli: Uint8Array | null;
  readonly gzip: Uint8Array | null;
}

export interface WebFiles {
  /** The one HTML file, with placeholders for values of the request. */
  readonly html: string;
  readonly assets: ReadonlyMap<string, Asset>;
  /**
   * Scripts that a page needs in addition to those in the HTML. Keyed by the first path segment, and `console/` with the
   * name of the screen for screens of the console.
   */
  readonly scripts: ReadonlyMap<string, readonly string[]>;
  /** Scripts of the gate, behind which are the pages that a link opens. */
  readonly gate: readonly string[];
  /** The small script that requests a page's data before the page itself has loaded. */
  readonly early: string | null;
}

let built: WebFiles | null = null;

/** null if the pages were not built. Several services of one process share them. */
export function builtWebFiles(): WebFiles | null {
  built ??= readWebFiles(BUILT);
  return built;
}

function readWebFiles(folder: string): WebFiles | null {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return null;
  const below = join(folder, 'assets');
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(below)) {
    const mediaType = mediaTypes[extname(name)];
    if (mediaType === undefined) continue;
    const packed = (end: string) =>
      existsSync(join(below, name + end)) ? readFileSync(join(below, name + end)) : null;
    const plain = readFileSync(join(below, name));
    assets.set(name, { mediaType, plain, brotli: packed('.br'), gzip: packed('.gz') });
  }
  const html = readFileSync(index, 'utf8');
  return { html, assets, ...readScripts(join(folder, 'manifest.json'), html) };
}

const EARLY = 'src/early/early.ts';
/** The chunk of the gate; it has no source of its own. */
const GATE = 'gate';
const PAGE = /^src\/([a-z]+)\/\1-page\.tsx$/;
const SCREEN = /^src\/(console\/([a-z-]+))\/\2-screen\.tsx$/;

/** Vite's manifest: each page's own files and their imports. */
function readScripts(manifest: string, html: string): Pick<WebFiles, 'scripts' | 'gate' | 'early'> {
  const scripts = new Map<string, readonly string[]>();
  if (!existsSync(manifest)) return { scripts, gate: [], early: null };
  const chunks = entriesOf(JSON.parse(readFileSync(manifest, 'utf8')));
  const added = (name: string) => filesOf(chunks, name).filter((file) => !html.includes(`"/${file}"`));
  for (const name of chunks.keys()) {
    const page = (PAGE.exec(name) ?? SCREEN.exec(name))?.[1];
    if (page === undefined) continue;
    scripts.set(page, added(name));
  }
  const [gate] = [...chunks].find(([, { name }]) => name === GATE) ?? [''];
  return { scripts, gate: added(gate), early: chunks.get(EARLY)?.file ?? null };
}

interface Chunk {
  readonly name: unknown;
  readonly file: string;
  readonly imports: readonly string[];
}

function entriesOf(manifest: unknown): ReadonlyMap<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  if (typeof manifest !== 'object' || manifest === null) return chunks;
  for (const [name, value] of Object.entries(manifest)) {
    const { name: given, file, imports = [] } = value;
    if (typeof file === 'string' && Array.isArray(imports)) chunks.set(name, { name: given, file, imports });
  }
  return chunks;
}

function filesOf(chunks: ReadonlyMap<string, Chunk>, name: string): readonly string[] {
  const found = new Set<string>();
  const collect = (each: string) => {
    const chunk = chunks.get(each);
    if (chunk === undefined || found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports.forEach(collect);
  };
  collect(name);
  return [...found];
}

/** File names contain a content hash, so browsers may cache them permanently. */
export function assetAnswer(files: WebFiles, { request }: Exchange): HttpAnswer {
  const [path = ''] = (request.url ?? '').split('?', 1);
  const asset = files.assets.get(path.slice('/assets/'.length));
  if (asset === undefined) throw refuse('404');
  const taken = String(request.headers['accept-encoding'] ?? '');
  const [encoding, body] = packedFor(asset, taken);
  return {
    status: 200,
    code: '200',
    headers: {
      'content-type': asset.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
    body,
  };
}

function packedFor(asset: Asset, taken: string): readonly [string | null, Uint8Array] {
  if (asset.brotli !== null && /\bbr\b/.test(taken)) return ['br', asset.brotli];
  if (asset.gzip !== null && /\bgzip\b/.test(taken)) return ['gzip', asset.gzip];
  return [null, asset.plain];
}

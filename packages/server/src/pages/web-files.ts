/** The pages as they were built: a few hundred kilobytes, read once and kept, so that no request reaches the disk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { refuse } from '../refusal.js';

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
  /** The one HTML file, with places for what differs from request to request. */
  readonly html: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

/** null where the pages were not built. */
export function readWebFiles(folder: string = BUILT): WebFiles | null {
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
  return { html: readFileSync(index, 'utf8'), assets };
}

/** Names carry a hash of the contents, so that what a browser has once it has for good. */
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

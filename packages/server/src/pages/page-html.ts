import { randomBytes } from 'node:crypto';
import type { HttpAnswer } from '../http/answer.js';
import type { Config } from '../settings/config.js';
import type { WebFiles } from './web-files.js';

interface PageOptions {
  readonly status?: number;
  /** Origins that may embed the page in a frame. */
  readonly hosts?: readonly string[];
  /** Whether this service's own pages may. */
  readonly isFramedHere?: boolean;
}

/**
 * The HTML shared by all pages: person and content are loaded afterwards, once the person is authenticated. Scripts are
 * our own files only; the nonce permits the styles of the skeleton and the component library's two style rules.
 */
export function pageHtml(
  files: WebFiles,
  { mode, baseUrl }: Pick<Config, 'mode' | 'baseUrl'>,
  path: string,
  { status = 200, hosts = [], isFramedHere = false }: PageOptions = {},
): HttpAnswer {
  const nonce = randomBytes(16).toString('base64');
  const ancestors = isFramedHere ? ["'self'"] : hosts;
  return {
    status,
    code: String(status),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce, ancestors, baseUrl.startsWith('https:')),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'geolocation=(), microphone=(), usb=()',
      vary: 'accept, sec-fetch-dest',
      // The older header supports only all or none; browsers that know both use the policy.
      ...(ancestors.length === 0 ? {} : { 'x-frame-options': undefined }),
    },
    body: files.html
      .replaceAll('{{nonce}}', nonce)
      .replaceAll('{{mode}}', mode)
      .replaceAll('{{shape}}', shapeOf(path))
      .replaceAll('{{hosts}}', hosts.join(' '))
      .replace('<title>', `${preloads(files, path)}<title>`),
  };
}

/** A page that is opened by a link first asks for a code, on a card. */
function shapeOf(path: string): 'card' | 'plain' {
  return isBehindGate(path) ? 'card' : 'plain';
}

function isBehindGate(path: string): boolean {
  return /[?&]l=\d/.test(path);
}

/**
 * First the small script that requests the page's data, then the page's own scripts, loaded in parallel with those that
 * all pages share. Of a page behind the gate, the gate comes first: the small script loads the others at once if the
 * visitor has entered before, and the gate while the visitor asks for a code.
 */
function preloads({ scripts, gate, early }: WebFiles, path: string): string {
  const [page = '', ...rest] = path.replace(/\?.*/s, '').split('/').slice(1);
  const screen =
    page === 'console' && rest.length > 0 ? (scripts.get(`console/${screenOf(rest)}`) ?? []) : [];
  const own = [...new Set([...(scripts.get(page) ?? []), ...screen])];
  const first = isBehindGate(path) ? gate : own;
  const behind = own.filter((file) => !first.includes(file)).map((file) => `/${file}`);
  return [
    early === null ? '' : `<script type="module" async src="/${early}"></script>`,
    behind.length === 0 ? '' : `<meta name="behind-gate" content="${behind.join(' ')}">`,
    ...first.map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('');
}

/** The screen of a page of the console, whose path goes on with the id of the enterprise, a section and an item. */
function screenOf([, section = 'home', item]: readonly string[]): string {
  if (section !== 'contracts' || item === undefined) return section;
  return item === 'new' ? 'new-contract' : 'contract';
}

function policy(nonce: string, ancestors: readonly string[], https: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    // The designer shows its preview of the pages of a contract in frames.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

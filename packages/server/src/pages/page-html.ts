import { randomBytes } from 'node:crypto';
import type { HttpAnswer } from '../http/answer.js';
import type { Config } from '../settings/config.js';
import type { WebFiles } from './web-files.js';

interface PageOptions {
  readonly status?: number;
  /** Origins that may embed the page in a frame. */
  readonly hosts?: readonly string[];
}

/**
 * The HTML shared by all pages: person and content are loaded afterwards, once the person is authenticated. Scripts are
 * our own files only; the nonce permits the component library's two style rules.
 */
export function pageHtml(
  files: WebFiles,
  { mode, baseUrl }: Pick<Config, 'mode' | 'baseUrl'>,
  path: string,
  { status = 200, hosts = [] }: PageOptions = {},
): HttpAnswer {
  const nonce = randomBytes(16).toString('base64');
  return {
    status,
    code: String(status),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce, hosts, baseUrl.startsWith('https:')),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'geolocation=(), microphone=(), usb=()',
      vary: 'accept, sec-fetch-dest',
      // The older header supports only all or none; browsers that know both use the policy.
      ...(hosts.length === 0 ? {} : { 'x-frame-options': undefined }),
    },
    body: files.html
      .replaceAll('{{nonce}}', nonce)
      .replaceAll('{{mode}}', mode)
      .replaceAll('{{hosts}}', hosts.join(' '))
      .replace('<title>', `${preloads(files, path)}<title>`),
  };
}

/**
 * First the small script that requests the page's data, then the page's own scripts, loaded in parallel with those that
 * all pages share.
 */
function preloads({ scripts, early }: WebFiles, path: string): string {
  const [, page = ''] = path.split(/[/?]/);
  const own = (scripts.get(page) ?? []).map((file) => `<link rel="modulepreload" href="/${file}">`);
  return [early === null ? '' : `<script type="module" async src="/${early}"></script>`, ...own].join('');
}

function policy(nonce: string, hosts: readonly string[], https: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${hosts.length === 0 ? "'none'" : hosts.join(' ')}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

import type { HttpAnswer } from '../http/answer.js';
import type { Services } from '../operation/services.js';
import type { WebFiles } from './web-files.js';

/**
 * The interface reference at /docs. Scripts are our own files, and nothing is loaded from other hosts; inline styles
 * are allowed, because its renderer sets them on every line.
 */
export function referencePage({ config }: Pick<Services, 'config'>, { reference }: WebFiles): HttpAnswer {
  const body = reference.replaceAll('{{mode}}', config.mode);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return { status: 200, code: '200', headers, body };
}

// @module-tag nginx
/** The example configuration of nginx is accepted by nginx. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../support/documentation.js';

test('nginx accepts the example, apart from its addresses and certificate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-nginx-'));
  const given = textOf('examples/nginx.conf')
    .replace('listen 443 ssl;', `listen unix:${join(folder, 'tls')};`)
    .replace('listen 80;', `listen unix:${join(folder, 'plain')};`)
    .replace(/ssl_certificate.*;/g, '');
  const config = join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  const http = [...places, 'access_log off;', given].join('\n');
  await writeFile(config, `pid nginx.pid; error_log stderr; events {} http { ${http} }\n`);
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', config], { encoding: 'utf8' });
  await rm(folder, { recursive: true, force: true });
  expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
});

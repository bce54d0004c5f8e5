/**
 * Attempts from inside everything that a sandboxed program must not be able to do. Exits with 0 if all attempts fail,
 * otherwise lists the successful ones on standard output.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { namespaceOfPids, type ProbeTargets } from './probe.js';

const { pid, pidNamespace, secret, port, socket, own }: ProbeTargets = JSON.parse(process.argv[2] ?? '{}');

/** In another process namespace the same id is another process, or this one. */
const seesService = pidNamespace === null || namespaceOfPids() === pidNamespace;

const attempts: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
  ...(seesService
    ? {
        "the service's environment can be read": () => readFileSync(`/proc/${pid}/environ`),
        'the service can be sent signals': () => process.kill(pid, 0),
      }
    : {}),
  'files of the service can be read': () => readFileSync(secret),
  'files of the service can be written': () => writeFileSync(secret, '', { flag: 'r+' }),
  'the network can be reached': () => connected({ host: '127.0.0.1', port }),
  'sockets of the service can be reached': () => connected({ path: socket }),
};

function connected(
  to: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tried = connect(to, () => {
      tried.destroy();
      resolve();
    });
    tried.once('error', reject);
  });
}

async function succeeds(attempt: () => Promise<unknown> | unknown): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch {
    return false;
  }
}

// Required resources must be accessible.
process.memoryUsage.rss();
if (own !== null) writeFileSync(`${own}/probe`, 'written');
const possible: string[] = [];
for (const [what, attempt] of Object.entries(attempts)) if (await succeeds(attempt)) possible.push(what);
process.stdout.write(possible.join(', '), () => process.exit(possible.length === 0 ? 0 : 1));

/**
 * Tries from inside what a contained program must not be able to do. Ends with 0 where nothing of it succeeds, and says
 * otherwise on standard output what did.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { namespaceOfPids, type ProbeTargets } from './probe.js';

const { pid, pidNamespace, secret, port, socket, own }: ProbeTargets = JSON.parse(process.argv[2] ?? '{}');

/** Among other processes the same number is somebody else, or ourselves. */
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

// What it needs must be there all the same.
process.memoryUsage.rss();
if (own !== null) writeFileSync(`${own}/probe`, 'written');
const possible: string[] = [];
for (const [what, attempt] of Object.entries(attempts)) if (await succeeds(attempt)) possible.push(what);
process.stdout.write(possible.join(', '), () => process.exit(possible.length === 0 ? 0 : 1));

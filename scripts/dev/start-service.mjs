import { fork } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = new URL('./service.mjs', import.meta.url).pathname;
// A line of the log that names the port behind the door.
const LISTENS = /^\{.*"address":"(http[^"]+)".*"msg":"Cinnabar \([^"]* listens on .*\}\n/m;
const STOP_MS = 5_000;

/**
 * Starts the compiled service as a process of its own.
 * @returns `address`: where it listens, null if it ended before
 */
export function startService({ nodeArguments, environment, onCrash }) {
  // A group of its own: Ctrl-C in the terminal reaches this process alone, which ends the service in order.
  const child = fork(PROGRAM, [], {
    detached: true,
    env: { ...process.env, ...environment },
    execArgv: nodeArguments,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let isExpected = false;
  let isServing = false;
  const ended = once(child, 'exit');
  const address = new Promise((resolve) => {
    let head = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text) => {
      process.stdout.write(text.replace(LISTENS, ''));
      if (isServing) return;
      head += text;
      const found = LISTENS.exec(head)?.[1];
      if (found === undefined) return;
      isServing = true;
      resolve(found);
    });
    void ended.then(() => {
      resolve(null);
      if (isServing && !isExpected) onCrash();
    });
  });

  return {
    address,

    /** Running requests are finished; a process that takes too long is killed, which loses nothing that was answered. */
    async stop() {
      isExpected = true;
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(killing);
    },
  };
}

// Starts programs for tests/support/programs.ts, and ends with the process that it serves.
import { execFile } from 'node:child_process';

process.on('message', ({ id, program, args, options }) => {
  execFile(program, args, { maxBuffer: 1 << 30, ...options, encoding: 'buffer' }, (error, stdout, stderr) => {
    const missing = error?.code === 'ENOENT' || error?.code === 'EACCES';
    process.send({ id, ok: error === null, missing, stdout, stderr });
  });
});
process.on('disconnect', () => process.exit());

// The service as a child process of npm run dev, with which it ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

await import('../../packages/server/dist/composition/main.js');

// A process around the bundled database, for tests that kill it: prints the address of the database on the first line
// of standard output, or the reason for its absence on standard error, and stops on SIGTERM. Usage: node
// embedded-service.mjs DATA_DIR [MODULE] [CACHE_DIR]
const [dataDir, module = '@cinnabar/server/database/embedded.js', cacheDir] = process.argv.slice(2);
const { startEmbedded } = await import(module);

const say = (message) => console.error(message);
try {
  const server = await startEmbedded({
    dataDir,
    log: { info: say, warn: say, error: say },
    ...(cacheDir === undefined ? {} : { cacheDir }),
  });
  process.once('SIGTERM', async () => {
    await server.stop();
    process.exit(0);
  });
  console.log(JSON.stringify(server.address));
} catch (error) {
  say(`${error.name} ${error.reason}: ${error.message}`);
  process.exit(1);
}

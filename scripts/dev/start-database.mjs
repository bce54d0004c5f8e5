/**
 * The bundled PostgreSQL, below DATA_DIR, as the service itself would start it: it outlives the restarts of the service.
 * If the settings name a database, that one is used.
 */
export async function startDatabase(environment, say) {
  const { DATABASE_URL: url, DATABASE_URL_FILE: file } = environment;
  if (url || file) return { setting: {}, async stop() {} };
  // Not at the top: in a fresh clone it exists only now.
  const { startEmbedded } = await import('../../packages/server/dist/database/embedded.js');
  const log = { info: say, warn: say, error: say };
  const embedded = await startEmbedded({ dataDir: environment.DATA_DIR ?? './data', log }).catch((error) => {
    console.error(`dev: ${error.message}`);
    process.exit(1);
  });
  const { host, port, user, database } = embedded.address;
  const address = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  say(`the database: psql '${address}'`);
  return { setting: { DATABASE_URL: address }, stop: () => embedded.stop() };
}

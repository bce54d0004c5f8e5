// A process that allocates a thousand ids and sends them to its parent.
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { createIdSource } from '@cinnabar/server/database/ids.js';

const database = openDatabase({ address: { connectionString: process.argv[2] } });
const ids = createIdSource(database);
const taken = [...(await ids.take(330))];
while (taken.length < 1000) taken.push(await ids.next());
process.send(taken, async () => {
  await database.close();
  process.disconnect();
});

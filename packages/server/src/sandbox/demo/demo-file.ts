import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../operation/services.js';
import { writeDurably } from '../../storage/durable-file.js';
import { buyer, type DemoPerson, person, supplier } from './cast.js';
import type { DemoRecord } from './record.js';
import { demoAppSecret, demoSignPwd } from './secrets.js';

/** File in which integrators, tests and `npm run demo` find the credentials. */
function demoFilePath(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

/**
 * Writes demo.json atomically and readable only by its owner, unless it is up to date. It contains the values with
 * which the demo data was created; later changes, such as a new signing password, are not reflected.
 */
export async function writeDemoFile(
  services: Pick<Services, 'config' | 'masterKey'>,
  record: DemoRecord,
): Promise<void> {
  const path = demoFilePath(services.config.dataDir);
  const text = `${JSON.stringify(credentialsOf(services, record), null, 2)}\n`;
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
  await writeDurably(`${path}.${randomBytes(6).toString('hex')}`, path, Buffer.from(text, 'utf8'));
}

function credentialsOf({ config, masterKey }: Pick<Services, 'config' | 'masterKey'>, record: DemoRecord) {
  const entryOf = (corpId: number, userId: number, { mobile, realName }: DemoPerson) => ({
    userId,
    mobile,
    realName,
    signPwd: demoSignPwd(masterKey, { corpId, userId }),
  });
  const casts = [buyer, supplier];
  return {
    baseUrl: config.baseUrl,
    enterprises: record.enterprises.map(({ corpId, appId, ownerId, memberId }, index) => {
      const cast = casts[index] ?? buyer;
      return {
        corpId,
        corpName: cast.corpName,
        appId,
        appSecret: demoAppSecret(masterKey, appId),
        owner: entryOf(corpId, ownerId, cast.owner),
        member: entryOf(corpId, memberId, cast.member),
      };
    }),
    person: entryOf(record.enterprises[0].corpId, record.personId, person),
  };
}

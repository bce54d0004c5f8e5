import type { Db } from '../database/schema.js';
import { jsonAnswer } from '../http/answer.js';
import type { ExtraRoute } from '../http/extra-route.js';
import { refuse } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { buyer } from './demo/cast.js';
import { findDemoRecord } from './demo/record.js';
import { demoAppSecret } from './demo/secrets.js';

/** The first enterprise of the demo data, with the credentials of its application: for trying operations out. */
export function sandboxDemoRoute(db: Db, { masterKey }: Pick<Services, 'masterKey'>): ExtraRoute {
  return {
    method: 'GET',
    path: '/sandbox/demo',
    async answer() {
      const record = await findDemoRecord(db);
      if (record === null) throw refuse('404');
      const [{ appId, ownerId }] = record.enterprises;
      const { corpName, owner } = buyer;
      const credentials = {
        corpName,
        appId,
        appSecret: demoAppSecret(masterKey, appId),
        owner: { userId: ownerId, realName: owner.realName },
      };
      return jsonAnswer(200, '200', JSON.stringify(credentials));
    },
  };
}

import type { Role } from '@cinnabar/api/permissions.js';
import { createApplication } from '../../areas/credentials/index.js';
import { createCorp, prepareCorp } from '../../areas/enterprise/index.js';
import { addMember, verifyMember } from '../../areas/members/index.js';
import { PLATFORM } from '../../areas/payments/index.js';
import { createTemplateSeal } from '../../areas/seals/index.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { buyer, type DemoEnterprise, type DemoPerson, person, supplier } from './cast.js';
import type { DemoEnterpriseIds, DemoRecord } from './record.js';
import { demoAppSecret, demoSignPwd } from './secrets.js';
import { seedChannels } from './seed-channels.js';

const OPENING = { contracts: 10_000, collections: 10_000 };

/** Both enterprises with their members, applications and seals. */
export async function seedEnterprises(tx: Tx, services: Services, now: Date): Promise<DemoRecord> {
  const first = await seedEnterprise(tx, services, buyer, now);
  const second = await seedEnterprise(tx, services, supplier, now);
  for (const merchantId of [first.corpId, second.corpId, PLATFORM]) {
    await seedChannels(tx, services, merchantId, now);
  }
  const personId = await seedMember(tx, services, first.corpId, person, [], 'Y0003', now);
  return { enterprises: [first, second], personId };
}

export async function seedEnterprise(
  tx: Tx,
  services: Services,
  cast: DemoEnterprise,
  now: Date,
): Promise<DemoEnterpriseIds> {
  const corp = await prepareCorp(services, {
    corpName: cast.corpName,
    corpCode: cast.corpCode,
    legalRepName: cast.legalRepName,
    legalRepIdentNo: cast.legalRepIdentNo,
    legalDate: cast.legalDate,
    identStatus: 'identified',
  });
  await createCorp(tx, services, corp, OPENING, now);
  const { corpId } = corp;
  const { appId } = await createApplication(tx, {
    corpId,
    name: '演示应用',
    secretOf: (id) => demoAppSecret(services.masterKey, id),
    now,
  });
  const ownerId = await seedMember(tx, services, corpId, cast.owner, ['OWNER'], 'Y0001', now);
  const memberId = await seedMember(tx, services, corpId, cast.member, [], 'Y0002', now);
  await createTemplateSeal(
    services,
    tx,
    {
      corpId,
      corpName: cast.corpName,
      sealName: '合同专用章',
      categoryType: 'CONTRACT',
      shape: 'round',
      horizontalText: '合同专用章',
      bottomText: cast.sealNumber,
      color: 'Red',
      alpha: 1,
      createdBy: ownerId,
    },
    now,
  );
  return { corpId, appId, ownerId, memberId };
}

async function seedMember(
  tx: Tx,
  services: Services,
  corpId: CorpId,
  { realName, mobile, identNum }: DemoPerson,
  roles: readonly Role[],
  jobNum: string,
  now: Date,
): Promise<UserId> {
  const { userId } = await addMember(tx, services.ids, {
    corpId,
    userName: realName,
    mobile,
    jobNum,
    roles,
    now,
  });
  const signPwd = demoSignPwd(services.masterKey, { corpId, userId });
  await verifyMember({ db: tx, services }, { corpId, userId, info: { realName, identNum, signPwd }, now });
  return userId;
}

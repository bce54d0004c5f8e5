import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Enterprise } from './given-enterprise.js';
import { scan } from './pdf/scans.js';

/** An image seal, which waits for its review where the service has SEAL_REVIEW. */
export async function waitingSeal({ owner }: Enterprise, sealName: string): Promise<SealId> {
  const bytes = await scan({ width: 200, height: 200, seal: 150 });
  await owner.client.upload('/seal/uploadSealFile', { name: '章.png', bytes });
  const body = { sealName, sealStyle: 3, categoryType: 'PUBLIC', sealTemplateStyle: 'round' };
  const { envelope } = await owner.client.post<{ sealId: SealId }>('/seal/createSealByImage', body);
  return envelope.data.sealId;
}

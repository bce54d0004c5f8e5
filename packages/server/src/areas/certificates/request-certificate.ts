import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { requestCertificate as operation } from '@cinnabar/api/operations/certificates.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuseFor } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { ownCorp } from '../enterprise/index.js';
import { requestFacts } from './facts.js';
import { requestView } from './request-view.js';
import { BY_FILE, defaultAlgorithm, OTHERS_SIGN_NO_SM2, sourceOf, waysOf } from './rules.js';

export async function requestCertificate(
  ctx: MemberContext,
  { way: wanted, algorithm: named, replace = false }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, appId, actingMember, now } = ctx;
  const { authority, config } = ctx.services;
  const corp = await ownCorp(ctx);
  const source = sourceOf(config);
  const [first] = waysOf(corp, authority.algorithm, source);
  const usual = defaultAlgorithm(corp, authority.algorithm);
  if (first === undefined || usual === null) throw refuseFor('CERTIFICATE_NOT_POSSIBLE', OTHERS_SIGN_NO_SM2);
  const way = wanted ?? first;
  if (way === 'network' && source === null) {
    throw invalidField('way', {
      zh: '平台没有配置联机的证书机构，请使用 file',
      en: 'the platform has no authority over the network: use file',
    });
  }
  return authority.requestExternal(
    {
      ...{ corp, algorithm: named ?? usual, replaces: replace, now },
      source: way === 'file' || source === null ? BY_FILE : source,
    },
    (keep) =>
      ctx.act(async (tx) => {
        const { request, isNew } = await keep(tx);
        if (isNew) {
          const after = requestFacts(request);
          const by = { corpId, appId, userId: actingMember.userId };
          await recordAct(tx, { ...by, act: 'certificate.request', after }, originOf(ctx));
        }
        return requestView(request, source);
      }),
  );
}

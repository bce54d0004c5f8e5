import { getSealAuthorUrl as operation } from '@cinnabar/api/seals.js';
import { route } from '../../handler.js';
import { issueLink } from '../links/index.js';

export const getSealAuthorUrl = route('operator', operation, (ctx) => {
  const { corpId, operator, now } = ctx;
  const { userId } = operator;
  return ctx.act((tx) => issueLink(tx, ctx.services, { kind: 'seals', corpId, userId, now }));
});

import { verifyDocument as operation } from '@cinnabar/api/verification.js';
import type { OperatorContext } from '../../context.js';
import type { Verification } from '../../documents/verify/verification.js';
import { route } from '../../handler.js';
import { invalidField, Refusal } from '../../refusal.js';
import { verificationPolicy } from '../../verification-policy.js';
import { asUploadRefusal } from '../templates/index.js';
import { seeFlow } from './access.js';
import { originOf } from './store/document-origin.js';
import { type DocumentRecord, verifiedDocument } from './views/verified-document.js';

export const verifyDocument = route('operator', operation, async (ctx, _input, upload) => {
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  const { documents } = ctx.services;
  const policy = await verificationPolicy(ctx.services, ctx.now);
  const verification = await documents.verifyDocument(upload.bytes, policy).catch((error: unknown) => {
    throw asUploadRefusal(error);
  });
  return verifiedDocument(verification, await recordOf(ctx, verification), ctx.language);
});

/**
 * What this service knows of the file. A name of a field can be forged, a signature of our authority cannot: without
 * one the file is not ours, whatever it looks like.
 */
async function recordOf(ctx: OperatorContext, verification: Verification): Promise<DocumentRecord | null> {
  const ours = verification.signatures.filter(({ intact, trusted }) => intact && trusted);
  const fieldNames = ours.map(({ fieldName }) => fieldName);
  const origin = await originOf(ctx.db, fieldNames, verification.sha256);
  if (origin === null) return null;
  try {
    const { flow } = await seeFlow(ctx, origin.flowId);
    return { matches: origin.matches, flowId: flow.flowId, flowCode: flow.flowCode };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { matches: origin.matches, flowId: null, flowCode: null };
  }
}

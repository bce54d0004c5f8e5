import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { verifyDocument as operation } from '@cinnabar/api/operations/verification.js';
import { etsiReport } from '@cinnabar/pdf/verify/etsi-report/etsi-report.js';
import type { MemberContext } from '../../../operation/context.js';
import type { Upload } from '../../../operation/handler.js';
import { invalidField, Refusal } from '../../../operation/refusal.js';
import { readFlow } from '../view/read-flow.js';
import type { DocumentOrigin } from './store/document-origin.js';
import { type DocumentRecord, verifiedDocument } from './verified-document.js';
import { verifyGiven } from './verify-given.js';

export async function verifyDocument(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
  upload: Upload | null,
): Promise<OutputOf<typeof operation>> {
  if (upload === null) throw invalidField('file', { zh: '必填', en: 'is required' });
  const { verification, origin } = await verifyGiven(
    ctx.db,
    ctx.services,
    async (policyOf) => ctx.services.documents.verifyDocument(upload.bytes, await policyOf()),
    ctx.now,
  );
  const record = origin === null ? null : await recordOf(ctx, origin);
  const report = input.report === 'etsi' ? etsiReport(verification, ctx.now) : null;
  return verifiedDocument(verification, record, report, ctx.language);
}

/** The flow of the file, for viewers who may see it; otherwise only the file itself. */
async function recordOf(ctx: MemberContext, { flowId, matches }: DocumentOrigin): Promise<DocumentRecord> {
  try {
    const { flow } = await readFlow(ctx, flowId);
    return { matches, flowId: flow.flowId, flowCode: flow.flowCode };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { matches, flowId: null, flowCode: null };
  }
}

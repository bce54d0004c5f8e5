import { contractEvidence as operation } from '@cinnabar/api/flow-evidence.js';
import { route } from '../../handler.js';
import { seeFlow } from './access.js';
import { gatherEvidence } from './gather-evidence.js';
import { evidenceReport } from './views/evidence-report.js';

export const contractEvidence = route('operator', operation, async (ctx, { flowId }) => {
  const { flow } = await seeFlow(ctx, flowId, 'contents');
  const { config, documents } = ctx.services;
  const report = evidenceReport(await gatherEvidence(ctx.db, ctx.services, flow), {
    zone: config.timeZone,
    sandbox: config.mode === 'sandbox',
    now: ctx.now,
  });
  return {
    fileName: `存证报告-${flow.flowCode}.pdf`,
    mediaType: 'application/pdf',
    bytes: await documents.setReport(report),
  };
});

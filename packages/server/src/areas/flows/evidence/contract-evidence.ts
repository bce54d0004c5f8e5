import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { contractEvidence as operation } from '@cinnabar/api/operations/flows.js';
import type { MemberContext } from '../../../operation/context.js';
import { programVersion } from '../../../operation/program-version.js';
import { readFlow } from '../view/read-flow.js';
import { evidenceArchive } from './evidence-archive.js';
import { recordText } from './evidence-report.js';
import { gatherEvidence } from './gather-evidence.js';
import { evidenceRecord } from './make-record.js';
import { drawSignedPages } from './page-pictures.js';
import { signedReport } from './sign-report.js';

export async function contractEvidence(
  ctx: MemberContext,
  { flowId, format }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { flow } = await readFlow(ctx, flowId, 'contents');
  const { services, now, language } = ctx;
  const { config } = services;
  const evidence = await gatherEvidence(ctx.db, services, flow, now);
  const record = evidenceRecord(evidence, {
    zone: config.timeZone,
    sandbox: config.mode === 'sandbox',
    version: programVersion(),
    now,
  });
  const name = language === 'zh' ? `存证报告-${flow.flowCode}` : `evidence-${flow.flowCode}`;
  switch (format ?? 'pdf') {
    case 'json':
      return { fileName: `${name}.json`, mediaType: 'application/json', bytes: recordText(record) };
    case 'zip':
      return {
        fileName: `${name}.zip`,
        mediaType: 'application/zip',
        bytes: await evidenceArchive(services, evidence, record, now),
      };
    case 'pdf':
      return {
        fileName: `${name}.pdf`,
        mediaType: 'application/pdf',
        bytes: await signedReport(
          services,
          record,
          await drawSignedPages(services, flow.corpId, record),
          language,
          now,
        ),
      };
  }
}

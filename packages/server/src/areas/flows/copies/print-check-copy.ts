import type { FileAnswer } from '@cinnabar/api/operation.js';
import { hashToken } from '../../../custody/secrets.js';
import type { Db } from '../../../database/schema.js';
import { refuseFor } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { type Flow, type FlowFile, FlowStatus } from '../flow/flow.js';
import { footedCheckCopy } from './check-copy.js';
import { checkCopySheet } from './check-copy-sheet.js';
import { checkCodeOf, printedCode } from './rules/check-code.js';
import { keepCheckCode } from './store/check-codes.js';

/**
 * Renders these files of a flow as a PDF for printing, whose QR code opens a page with the flow's state and hashes. The
 * printed hashes are those of the bytes that downloading the contract returns at that moment.
 * @throws Refusal FLOW_STATE while the text is not final
 */
export async function printCheckCopy(
  db: Db,
  services: Pick<Services, 'blobs' | 'documents' | 'masterKey' | 'config'>,
  flow: Flow,
  files: readonly FlowFile[],
  now: Date,
): Promise<FileAnswer & { readonly bytes: Uint8Array }> {
  if (flow.status === FlowStatus.draft || flow.status === FlowStatus.fill) throw refuseFor('FLOW_STATE');
  const { blobs, documents, masterKey, config } = services;
  const code = checkCodeOf(masterKey, flow);
  await keepCheckCode(db, hashToken(code), flow, now);
  const contents: Uint8Array[] = [];
  for (const file of files) contents.push(await blobs.get(flow.corpId, file.currentHash));
  const page = `${config.baseUrl}/verify`;
  const title = flow.title || flow.flowCode;
  const bytes = await documents.printFootedCopy(
    footedCheckCopy({
      files: contents,
      title: `核验件 - ${title}`,
      address: `${page}#${code.toUpperCase()}`,
      strip: {
        notice: '打印核验件，非签署原件  Check copy, not the signed original',
        how: `扫码，或在 ${page} 输入核验码，查看合同状态与摘要`,
        hint: 'Scan, or enter the code there: state and hashes',
        code: printedCode(code),
        numbering: '第 {page} / {pages} 页  Page {page} of {pages}',
      },
      lastSheet: checkCopySheet(flow, files, {
        page,
        code: printedCode(code),
        zone: config.timeZone,
        sandbox: config.mode === 'sandbox',
        now,
      }),
    }),
  );
  return { fileName: `核验件-${title}.pdf`, mediaType: 'application/pdf', bytes };
}

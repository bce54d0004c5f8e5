// Long contracts whose first party may place seals freely, and the links to sign them.
import { readFileSync } from 'node:fs';
import { PDF, rgb } from '@libpdf/core';

const sample = new URL('../../scripts/sample/purchase-contract.pdf', import.meta.url);

let made = 0;

/** The link with which the owner of the first enterprise signs a contract of this many pages; 2 selects the sample. */
export async function contractToSign([first, second], pages) {
  const { client } = first.owner;
  const bytes = pages === 2 ? readFileSync(sample) : await plainContract(pages);
  const file = await client.upload('/template/uploadContractFile', '合同.pdf', bytes, 'application/pdf');
  const party = { participantType: 1, participateBizType: ['2'] };
  const { templateId } = await client.call('/template/addTemplate', {
    templateName: `页面基准 ${++made}（${pages} 页）`,
    participantList: [
      { ...party, participantFlag: '甲方', participantSetMode: 3, draftSort: 1, signOrder: 1 },
      { ...party, participantFlag: '乙方', participantSetMode: 0, draftSort: 2, signOrder: 2 },
    ],
    contractFileList: [file],
  });
  const { flowId, participantList } = await client.call('/signTask/startSignFlow', {
    templateId,
    participantList: [
      {
        participantFlag: '乙方',
        participantCorpName: second.corpName,
        psnAccount: second.owner.mobile,
        psnName: second.owner.realName,
      },
    ],
  });
  const { participantId } = participantList.find(({ participantFlag }) => participantFlag === '甲方');
  return client.with({ source: 'pc' }).call('/signTask/getSignUrl', { flowId, participantId });
}

/** A contract of lines of text. */
export async function plainContract(pages) {
  const pdf = PDF.create();
  for (let number = 1; number <= pages; number += 1) {
    const page = pdf.addPage({ width: 595.276, height: 841.89 });
    for (let line = 1; line <= 40; line += 1) {
      const text = `Clause ${number}.${line}: the parties agree as follows, each for itself.`;
      page.drawText(text, { x: 72, y: 800 - 18 * line, size: 11, color: rgb(0, 0, 0) });
    }
  }
  return pdf.save();
}

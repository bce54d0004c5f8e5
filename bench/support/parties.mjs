// The parties of the benchmark's contracts and their template, all created over HTTP from the demo enterprises.
import { PDF, rgb } from '@libpdf/core';
import { clientOf } from './client.mjs';

/**
 * The two demo enterprises with their owners. `took` is called for every request made for a person.
 * @returns two of {corpName, client, owner}
 */
export async function openEnterprises({ baseUrl, demo }, took) {
  const opened = [];
  for (const corp of demo.enterprises) {
    const client = await clientOf(baseUrl, corp, took);
    opened.push({ corpName: corp.corpName, client, owner: person(corp.owner, client) });
  }
  return opened;
}

let people = 0;

/** Another verified member who may use the enterprise's seals. */
export async function addSigner(service, { client, owner }) {
  people += 1;
  const number = String(people).padStart(4, '0');
  const realName = `签署人${number}`;
  const mobile = `1771000${number}`;
  const member = await owner.client.call('/member/create', {
    userName: realName,
    mobile,
    jobNum: `B${number}`,
  });
  const signer = person({ userId: member.userId, realName, mobile, signPwd: '246813' }, client);
  const identNum = `1101011990${number}1234`;
  await signer.client.call('/member/memberAuth', { realName, identNum, signPwd: signer.signPwd });
  // Roles are assigned by the operator on the command line.
  await service.statement(`update members set roles = '{SEAL_ADMIN}' where user_id = $1`, [signer.userId]);
  return signer;
}

/**
 * The signers of concurrent contracts: a lane of its own for each, since a verification code is bound to one mobile number.
 * @returns lanes, each with one {corpName, signer} for each enterprise
 */
export async function openLanes(service, enterprises, count) {
  const lanes = [];
  for (let lane = 0; lane < count; lane += 1) {
    const sides = [];
    for (const enterprise of enterprises) {
      sides.push({ corpName: enterprise.corpName, signer: await addSigner(service, enterprise) });
    }
    lanes.push(sides);
  }
  return lanes;
}

function person({ userId, realName, mobile, signPwd }, client) {
  return { userId, realName, mobile, signPwd, client: client.with({ userId: String(userId) }) };
}

/**
 * A template of the first party: contracts of two pages, one control (in the first file) and one signature area (in
 * each file) for each party, first 甲方, then 乙方.
 * @param picture a JPEG that the first page of each file shows
 */
export async function makeTemplate({ owner }, files = 1, picture = null) {
  const { client } = owner;
  const contractFileList = [];
  for (let number = 1; number <= files; number += 1) {
    const [name, bytes] = [`contract-${number}.pdf`, await contract(picture)];
    contractFileList.push(
      await client.upload('/template/uploadContractFile', name, bytes, 'application/pdf'),
    );
  }
  const parties = [
    { participantFlag: '甲方', participantSetMode: 3 },
    { participantFlag: '乙方', participantSetMode: 0 },
  ];
  const template = await client.call('/template/addTemplate', {
    templateName: `基准合同 ${files}`,
    participantList: parties.map((party, index) => ({
      ...party,
      participantType: 1,
      participateBizType: ['1', '2'],
      draftSort: index + 1,
      signOrder: index + 1,
    })),
    contractFileList,
  });
  const fileIds = template.contractFileList.map(({ fileId }) => fileId);
  const components = template.participantList.flatMap(({ participantId, participantFlag }, index) => {
    const common = { participantId, required: 1, positionX: 60 + 360 * index };
    const key = index === 0 ? 'amount' : 'address';
    const control = {
      ...common,
      contractFileId: fileIds[0],
      pageNum: 1,
      componentKey: key,
      componentName: key,
      componentType: 1,
      positionY: 200,
      specialAttribute: { width: 320 },
    };
    const areas = fileIds.map((contractFileId) => ({
      ...common,
      contractFileId,
      pageNum: 2,
      componentName: `${participantFlag}签章`,
      componentType: 6,
      positionY: 700,
      specialAttribute: { showSignDate: 1 },
    }));
    return [control, ...areas];
  });
  await client.call('/template/addComponent', { templateId: template.templateId, components });
  return template.templateId;
}

async function contract(picture) {
  const pdf = PDF.create();
  for (const pageNumber of [1, 2]) {
    const page = pdf.addPage({ width: 595.276, height: 841.89 });
    if (pageNumber === 1 && picture !== null) {
      page.drawImage(pdf.embedJpeg(picture), { x: 0, y: 0, width: 595.276, height: 841.89 });
    }
    for (let line = 1; line <= 40; line += 1) {
      const text = `Clause ${pageNumber}.${line}: the parties agree as follows, each for itself.`;
      page.drawText(text, { x: 72, y: 800 - 18 * line, size: 11, color: rgb(0, 0, 0) });
    }
  }
  return pdf.save();
}

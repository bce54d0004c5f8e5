// From a PDF to a contract that two enterprises have signed. In the sandbox both are ours, as data/demo.json says.
//
//   node sign-a-contract.js contract.pdf ../../data/demo.json     (compiled by tsc; Bun runs the .ts as it is)
import { readFile } from 'node:fs/promises';
import { Cinnabar, FieldType, PartyType } from '@cinnabar/sdk';

const [, , pdf = 'contract.pdf', demo = 'data/demo.json'] = process.argv;
const { baseUrl, enterprises } = JSON.parse(await readFile(demo, 'utf8'));
const [buyer, supplier] = enterprises;
const clientOf = ({ appId, appSecret, owner }: typeof buyer) =>
  new Cinnabar({ baseUrl, appId, appSecret, userId: owner.userId });
const partyOf = (participantFlag: string, { corpName, owner }: typeof buyer) => ({
  participantFlag,
  participantType: PartyType.enterprise,
  participantCorpName: corpName,
  psnAccount: owner.mobile,
  psnName: owner.realName,
});

const cinnabar = clientOf(buyer);
const file = await cinnabar.template.uploadContractFile({ file: pdf });
const { flowId, participantList } = await cinnabar.signTask.directSignFlow({
  flowTitle: '采购合同',
  contractFileList: [file],
  participantList: [partyOf('甲方', buyer), partyOf('乙方', supplier)],
});
const [contract] = await cinnabar.signTask.contract.info({ flowId });
for (const [index, party] of [buyer, supplier].entries()) {
  await clientOf(party).signTask.signContract({
    flowId,
    signComponents: [
      {
        componentId: 0, // A place of our own choice.
        participantId: participantList[index]?.participantId ?? 0,
        contractFileId: contract?.fileId ?? 0,
        pageNum: 1,
        positionX: 120 + index * 320,
        positionY: 800,
        fieldType: FieldType.seal,
        sealId: 0, // The enterprise's default seal.
        specialAttribute: {},
      },
    ],
    authType: 'pwd',
    signPwd: party.owner.signPwd,
  });
}
const signed = await cinnabar.signTask.contract.download({ flowId });
await signed.saveTo('contract-signed.pdf');
console.log(`contract-signed.pdf: ${signed.fileName}, flow ${flowId}`);

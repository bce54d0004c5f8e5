// A contract started directly from an upload, without a template.
import { asParty } from './acts.mjs';
import { uploadContract } from './cast.mjs';

/** 甲方 (the buyer's owner, who starts it) and 乙方 (by default the supplier's owner) sign on page 2, in any order. */
export async function startDirectly({ buyer, supplier }, flowTitle, more = {}, counterparty = {}) {
  const { person = supplier.owner, enterprise = supplier } = counterparty;
  const { client } = buyer.owner;
  const party = { participantType: 1, participateBizType: ['2'], signOrder: 1 };
  return client.call('/signTask/directComponentSignFlow', {
    flowTitle,
    contractFileList: [await uploadContract(buyer.owner)],
    participantList: [
      { ...party, ...asParty('甲方', buyer.owner, buyer) },
      { ...party, ...asParty('乙方', person, enterprise) },
    ],
    components: [areaOf('甲方', 146), areaOf('乙方', 471)],
    ...more,
  });
}

function areaOf(participantFlag, positionX) {
  return {
    participantFlag,
    fileIndex: 0,
    componentName: `${participantFlag}签章`,
    componentType: 6,
    required: 1,
    pageNum: 2,
    positionX,
    positionY: 755,
    specialAttribute: { sealSpecs: 1, showSignDate: 1 },
  };
}

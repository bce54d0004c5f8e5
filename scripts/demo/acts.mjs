// What people do in a flow: who they are in it, what they fill, how they confirm and sign.
import { readFile } from 'node:fs/promises';
import { findCode } from './client.mjs';

/** Who takes a part; a person acts for an enterprise, or for nobody but themselves. */
export function asParty(participantFlag, { realName, mobile }, enterprise = null) {
  return {
    participantFlag,
    psnAccount: mobile,
    psnName: realName,
    ...(enterprise === null ? {} : { participantCorpName: enterprise.corpName }),
  };
}

/** What the operator has to fill, with values by the keys of the controls. */
export async function fillCommands(operator, flowId, values) {
  const files = await operator.call('/signTask/fillComponentList', { flowId });
  return files.flatMap(({ fileId, componentList }) =>
    componentList
      .filter(({ componentKey }) => componentKey in values)
      .map(({ componentId, participantId, componentKey }) => ({
        componentId,
        participantId,
        contractFileId: fileId,
        value: values[componentKey],
      })),
  );
}

/** The number of the person's handwriting, which they write once and keep: by a link of theirs, and never by an application. */
export async function writtenName(operator) {
  const [kept] = await operator.call('/seal/personal/list', {});
  if (kept !== undefined) return kept.sealId;
  const png = await readFile(new URL('../sample/handwriting.png', import.meta.url));
  const { sealId } = await operator.call('/seal/personal/createByHandwriting', {
    image: png.toString('base64'),
  });
  return sealId;
}

/** The seal, by default the default one (0), for each signature area in which the person has still to sign. */
export async function sealCommands(operator, flowId, { userId }, sealId = 0) {
  const files = await operator.call('/signTask/signComponentList', { flowId });
  return files.flatMap(({ fileId, componentList, participantList }) => {
    const own = participantList
      .filter(({ psnId, dongStatus }) => psnId === userId && dongStatus === 'do')
      .map(({ participantId }) => participantId);
    return componentList
      .filter(({ participantId }) => own.includes(participantId))
      .map(({ componentId, participantId, pageNum, positionX, positionY }) => ({
        componentId,
        participantId,
        contractFileId: fileId,
        pageNum,
        positionX,
        positionY,
        fieldType: 0,
        sealId,
        specialAttribute: {},
      }));
  });
}

/** Confirms the intent to sign by the signing password. */
export function confirmByPassword(operator, flowId, { signPwd }) {
  return operator.call('/signTask/signWish', { flowId, authType: 'pwd', signPwd });
}

/** Confirms the intent to sign by a text message; gives back the code, which the sandbox sends nowhere. */
export async function confirmByCode(operator, flowId, { mobile }, baseUrl) {
  await operator.call('/sms/sendSmsVerifyCode', { mobile, smsType: 'sign' });
  const verifyCode = await findCode(baseUrl, mobile, 'sign');
  await operator.call('/signTask/signWish', { flowId, authType: 'sms', verifyCode });
  return verifyCode;
}

/** Signs in every area of the person; the intent was confirmed before. */
export async function sign(operator, flowId, person, sealId = 0) {
  const signComponents = await sealCommands(operator, flowId, person, sealId);
  return operator.call('/signTask/signContract', { flowId, signComponents });
}

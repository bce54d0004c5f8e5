// Actions of people in a flow: find their role, fill, confirm and sign.
import { readFile } from 'node:fs/promises';
import { findCode } from './client.mjs';

/** A participant; a person acts either for an enterprise or for themselves. */
export function asParty(participantFlag, { realName, mobile }, enterprise = null) {
  return {
    participantFlag,
    psnAccount: mobile,
    psnName: realName,
    ...(enterprise === null ? {} : { participantCorpName: enterprise.corpName }),
  };
}

/** Fills the controls of the acting member with values by the keys of the controls. */
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

/**
 * The id of the person's handwriting, which is created once and kept: through a link of that person, because an
 * application cannot create it.
 */
export async function writtenName(operator) {
  const [kept] = await operator.call('/seal/personal/list', {});
  if (kept !== undefined) return kept.sealId;
  const png = await readFile(new URL('../sample/handwriting.png', import.meta.url));
  const { sealId } = await operator.call('/seal/personal/createByHandwriting', {
    image: png.toString('base64'),
  });
  return sealId;
}

/** The seal, by default the default seal (0), for each signature area that the person has not signed yet. */
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

/** Confirms the intent with the signing password. */
export function confirmByPassword(operator, flowId, { signPwd }) {
  return operator.call('/signTask/signWish', { flowId, authType: 'pwd', signPwd });
}

/** Confirms the intent with a verification code by text message; returns the code, which the sandbox does not send. */
export async function confirmByCode(operator, flowId, { mobile }, baseUrl) {
  await operator.call('/sms/sendSmsVerifyCode', { mobile, smsType: 'sign' });
  const verifyCode = await findCode(baseUrl, mobile, 'sign');
  await operator.call('/signTask/signWish', { flowId, authType: 'sms', verifyCode });
  return verifyCode;
}

/** Signs all areas of the person, whose intent is already confirmed. */
export async function sign(operator, flowId, person, sealId = 0) {
  const signComponents = await sealCommands(operator, flowId, person, sealId);
  return operator.call('/signTask/signContract', { flowId, signComponents });
}

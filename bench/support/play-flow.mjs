// One contract between two enterprises, from its start to the second signature, as two applications drive it: they
// query everything they need to know.

/**
 * @param template id of a template created by makeTemplate
 * @param sides two of {corpName, signer}
 * @param confirm how a signer confirms the intent: `pwd` or `sms`
 * @returns the flow's id
 */
export async function playFlow(template, sides, confirm) {
  const [first, second] = sides;
  const { flowId } = await startFlow(template, sides);
  const filled = await fill(second.signer, flowId, '上海市浦东新区世纪大道一百号');
  if (filled.flowStatus !== 2) throw new Error(`the flow has status ${filled.flowStatus} after filling`);
  await sign(first.signer, flowId, confirm);
  const signed = await sign(second.signer, flowId, confirm);
  if (signed.flowStatus !== 3)
    throw new Error(`the flow has status ${signed.flowStatus} after the last signature`);
  return flowId;
}

/** Starts the contract. @returns the answer of startSignFlow */
export function startFlow(template, [first, second]) {
  return first.signer.client.call('/signTask/startSignFlow', {
    templateId: template,
    participantList: [
      { participantFlag: '甲方', ...asParty(first) },
      { participantFlag: '乙方', ...asParty(second) },
    ],
    autoFill: 2,
    fillComponents: [{ componentKey: 'amount', componentValue: '壹万贰仟叁佰肆拾伍元整 (12345.00)' }],
  });
}

function asParty({ corpName, signer }) {
  return { psnAccount: signer.mobile, psnName: signer.realName, participantCorpName: corpName };
}

/** Fills every control of the person with one text. @returns the state of the flow */
export async function fill(person, flowId, value) {
  const files = await person.client.call('/signTask/fillComponentList', { flowId });
  const components = ownControls(person, files).map(({ file, control }) => ({
    componentId: control.componentId,
    participantId: control.participantId,
    contractFileId: file.fileId,
    value,
  }));
  return person.client.call('/signTask/fillSignForm', { flowId, components });
}

/** Signs at every place of the person, by the password or a text message. @returns the state of the flow */
export async function sign(person, flowId, confirm) {
  if (confirm === 'pwd') {
    await person.client.call('/signTask/signWish', { flowId, authType: 'pwd', signPwd: person.signPwd });
  } else {
    await person.client.call('/sms/sendSmsVerifyCode', { mobile: person.mobile, smsType: 'sign' });
    const verifyCode = await newestCode(person);
    await person.client.call('/signTask/signWish', { flowId, authType: 'sms', verifyCode });
  }
  const files = await person.client.call('/signTask/signComponentList', { flowId });
  const signComponents = ownControls(person, files).map(({ file, control }) => ({
    componentId: control.componentId,
    participantId: control.participantId,
    contractFileId: file.fileId,
    pageNum: control.pageNum,
    positionX: control.positionX,
    positionY: control.positionY,
    fieldType: 0,
    sealId: 0,
    specialAttribute: {},
  }));
  return person.client.call('/signTask/signContract', { flowId, signComponents });
}

function ownControls(person, files) {
  return files.flatMap((file) => {
    const own = file.participantList.filter(({ psnId }) => psnId === person.userId);
    const mine = ({ participantId }) =>
      own.some((participant) => participant.participantId === participantId);
    return file.componentList.filter(mine).map((control) => ({ file, control }));
  });
}

/** The verification code in the sandbox's outbox. */
async function newestCode({ client, mobile }) {
  const { bytes } = await client.send('GET', `/sandbox/sms?mobile=${mobile}`, Buffer.alloc(0));
  const { messages } = JSON.parse(bytes.toString('utf8'));
  return messages.findLast(({ code }) => code !== null).code;
}

// A signer with one place and one seal: taps, and the time that the machine takes between them.
import { readFileSync } from 'node:fs';

const sample = new URL('../../scripts/sample/purchase-contract.pdf', import.meta.url);

/** @returns taps, total ms of waiting for the machine, and of these until the code can be requested */
export async function signByLink(service, browser, parties, line) {
  const address = await contractWithOnePlace(parties);
  const [{ owner }] = parties;
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  if (line !== null) {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  }
  let [taps, total] = [0, 0];
  /** A tap, and what it waits for. */
  const step = async (tap, shown) => {
    const began = performance.now();
    taps += 1;
    await tap();
    await shown();
    total += performance.now() - began;
    return performance.now() - began;
  };
  const button = (name) => page.getByRole('button', { name }).filter({ visible: true }).first();
  const gate = await step(
    () => page.goto(address, { waitUntil: 'commit' }),
    () => button('获取验证码').waitFor(),
  );
  const code = page.getByLabel('短信验证码');
  await step(
    () => button('获取验证码').click(),
    () => code.waitFor(),
  );
  const entering = performance.now();
  await code.fill(await newestCode(service, owner.mobile));
  await page.locator('article[data-page] img').first().waitFor();
  total += performance.now() - entering;
  await step(
    () => button(/^下一处/).click(),
    () => button('确认签署').waitFor(),
  );
  await step(
    () => button('确认签署').click(),
    () => page.getByText('秒后可重新获取').waitFor(),
  );
  await page.getByRole('textbox', { name: /已发送至/ }).fill(await newestCode(service, owner.mobile));
  const consent = page.getByRole('checkbox', { name: /^我同意/ });
  if (await consent.isVisible()) {
    taps += 1;
    await consent.check();
  }
  await step(
    () => page.getByRole('dialog').getByRole('button', { name: '签署', exact: true }).click(),
    () => page.getByRole('heading', { name: '签署完成' }).waitFor(),
  );
  await context.close();
  // Codes are limited to one a minute.
  await fetch(`${service.baseUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 61 }),
  });
  return { taps, total, gate };
}

let made = 0;

async function contractWithOnePlace([first, second]) {
  const { client } = first.owner;
  const bytes = readFileSync(sample);
  const file = await client.upload('/template/uploadContractFile', '合同.pdf', bytes, 'application/pdf');
  const party = { participantType: 1, participateBizType: ['2'] };
  const { templateId, participantList, contractFileList } = await client.call('/template/addTemplate', {
    templateName: `采购合同 ${++made}`,
    participantList: [
      { ...party, participantFlag: '甲方', participantSetMode: 3, draftSort: 1, signOrder: 1 },
      { ...party, participantFlag: '乙方', participantSetMode: 0, draftSort: 2, signOrder: 2 },
    ],
    contractFileList: [file],
  });
  await client.call('/template/addComponent', {
    templateId,
    components: participantList.map(({ participantId }, index) => ({
      participantId,
      contractFileId: contractFileList[0].fileId,
      componentName: '盖章处',
      componentType: 6,
      required: 1,
      pageNum: 2,
      positionX: 146 + 325 * index,
      positionY: 755,
      specialAttribute: { showSignDate: 0 },
    })),
  });
  const { corpName, owner } = second;
  const flow = await client.call('/signTask/startSignFlow', {
    templateId,
    participantList: [
      {
        participantFlag: '乙方',
        participantCorpName: corpName,
        psnAccount: owner.mobile,
        psnName: owner.realName,
      },
    ],
  });
  const own = flow.participantList.find(({ participantFlag }) => participantFlag === '甲方');
  return client
    .with({ source: 'pc' })
    .call('/signTask/getSignUrl', { flowId: flow.flowId, participantId: own.participantId });
}

async function newestCode({ baseUrl }, mobile) {
  const { messages } = await (await fetch(`${baseUrl}/sandbox/sms?mobile=${mobile}`)).json();
  return messages.findLast(({ code }) => code !== null).code;
}

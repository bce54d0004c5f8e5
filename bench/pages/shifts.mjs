// How much moves by itself on the pages that people open most, and how sharp the pictures of a contract are.
import { addSigner, makeTemplate } from '../support/parties.mjs';
import { fill, sign } from '../support/play-flow.mjs';
import { newestCode, SLOW } from './window.mjs';

const sizes = {
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
  },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const QUIET_MS = 1500;
/** A page of a contract, or the heading of any other page. */
const CONTENT = 'article[data-page] img, main h1';

/** Runs in the page before its own scripts. */
function observeShifts() {
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries())
      if (!hadRecentInput) globalThis.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Opens each page on a phone and on a desktop, on a slow line and with an empty cache.
 * @returns rows of page, sum of its shifts on the phone and on the desktop
 */
export async function shiftsOfPages(service, browser, parties) {
  const pages = await pagesToOpen(service, parties);
  const rows = [];
  for (const [name, opened] of Object.entries(pages)) {
    const row = [name];
    for (const size of Object.values(sizes)) row.push(await shiftsOf(service, browser, opened, size));
    rows.push(row);
  }
  return rows;
}

/** A contract to fill in, one to sign and one whose seal has to be approved, each with the person whose turn it is. */
async function pagesToOpen(service, [first, second]) {
  const templateId = await makeTemplate(first);
  const clerk = await addSigner(service, first);
  await service.statement(`update members set roles = '{}' where user_id = $1`, [clerk.userId]);
  const start = async () => {
    const { flowId } = await clerk.client.call('/signTask/startSignFlow', {
      templateId,
      participantList: [
        { participantFlag: '甲方', ...asParty(first, clerk) },
        { participantFlag: '乙方', ...asParty(second, second.owner) },
      ],
      autoFill: 2,
      fillComponents: [{ componentKey: 'amount', componentValue: '12345.00' }],
    });
    return flowId;
  };
  const toFill = await start();
  const toSign = await start();
  await fill(second.owner, toSign, '上海市浦东新区世纪大道一百号');
  const toApprove = await start();
  await fill(second.owner, toApprove, '上海市浦东新区世纪大道一百号');
  await sign(clerk, toApprove, 'pwd');
  const linkOf = (person, path, flowId) => person.client.with({ source: 'pc' }).call(path, { flowId });
  const corpPage = await consolePage(service, first);
  return {
    fill: { address: await linkOf(second.owner, '/signTask/getFillUrl', toFill), person: second.owner },
    sign: { address: await linkOf(clerk, '/signTask/getSignUrl', toSign), person: clerk },
    approve: {
      address: await linkOf(first.owner, '/signTask/getApprovalSignUrl', toApprove),
      person: first.owner,
    },
    'home of the console': { address: corpPage, person: first.owner },
    'contract in the console': { address: `${corpPage}/contracts/${toSign}`, person: first.owner },
    'contracts in the console': { address: `${corpPage}/contracts`, person: first.owner },
  };
}

async function consolePage(service, { owner }) {
  const [{ corp_id: corpId }] = await service.statement('select corp_id from members where user_id = $1', [
    owner.userId,
  ]);
  return `${service.baseUrl}/console/${corpId}`;
}

function asParty({ corpName }, { mobile, realName }) {
  return { psnAccount: mobile, psnName: realName, participantCorpName: corpName };
}

async function shiftsOf({ baseUrl }, browser, { address, person }, size) {
  const context = await browser.newContext({ ...size, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(observeShifts);
  if (address.includes('/console/')) {
    await page.goto(`${baseUrl}/login`);
    await page.getByRole('button', { name: new RegExp(`^${person.realName}`) }).click();
    await page.waitForURL(/\/console\/\d+$/);
  } else {
    await page.goto(address);
    await page.getByRole('button', { name: '获取验证码' }).click();
    const code = page.getByLabel('短信验证码');
    await code.waitFor();
    await code.fill(await newestCode(baseUrl, person.mobile));
    await page.locator(CONTENT).first().waitFor();
  }
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  await session.send('Network.clearBrowserCache');
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator(CONTENT).first().waitFor();
  // What is drawn after the last answer.
  await page.waitForTimeout(QUIET_MS);
  const shifts = await page.evaluate('globalThis.shifts');
  await context.close();
  // Codes are limited to one a minute.
  await fetch(`${baseUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 61 }),
  });
  return shifts;
}

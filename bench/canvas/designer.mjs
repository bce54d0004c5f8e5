// The designer of the console, as its authors use it: with the service, its pictures, its checks and its draft.
import { plainContract } from '../pages/contracts.mjs';
import { pageMemory } from '../pages/window.mjs';
import { openEnterprises } from '../support/parties.mjs';
import { startService } from '../support/service.mjs';
import { drag, press, ROUNDS, slowedDown, timeOf } from './acts.mjs';
import { actRows, dragRows, openRow, row } from './table.mjs';

const PAGES = 200;
/** Milliseconds without a change before the draft is saved. */
const QUIET_MS = 800;
/** Without requests for this long, a page has everything that it asks for. */
const SETTLED_MS = 1000;
const CONTROL = '[data-field]';
/** Text, number, date, check box, drop-down list; each fifth has a default value. */
const kinds = [
  { componentType: 1, value: '人民币' },
  { componentType: 2 },
  { componentType: 3, specialAttribute: { dateFormat: 'yyyy-MM-dd' } },
  { componentType: 101 },
  { componentType: 102, specialAttribute: { options: ['甲', '乙', '丙'] } },
];

/** Rows of the table for each number of controls. */
export async function measureDesigner(browser, counts) {
  const service = await startService();
  try {
    const [{ owner }] = await openEnterprises(service, () => undefined);
    const pdf = await plainContract(PAGES);
    const file = await owner.client.upload(
      '/template/uploadContractFile',
      '合同.pdf',
      pdf,
      'application/pdf',
    );
    const visitor = await openVisitor(browser, service, owner);
    const rows = [];
    for (const count of counts) rows.push(...(await measure(browser, visitor, owner.client, file, count)));
    await visitor.context.close();
    return rows;
  } finally {
    await service.stop();
  }
}

/** Somebody who has entered the console. */
async function openVisitor(browser, { baseUrl }, { realName }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/login`);
  await page.getByRole('button', { name: new RegExp(`^${realName}`) }).click();
  await page.waitForURL(/\/console\/\d+$/);
  const home = page.url();
  await page.close();
  return { context, home };
}

async function measure(browser, { context, home }, client, file, count) {
  const opened = { cold: [], warm: [], seen: [] };
  const drags = { quiet: [], saving: [] };
  const saved = [];
  const acts = { select: [], align: [], undo: [], memory: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { templateId } = await client.call('/template/publish', designOf(file, count, round));
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const session = await slowedDown(page);
    const requests = watchRequests(page);
    await session.send('Network.clearBrowserCache');
    const address = `${home}/templates/${templateId}/design`;
    const { draggable, seen } = await open(page, address);
    opened.cold.push(draggable);
    opened.seen.push(seen);
    await requests.settled();
    opened.warm.push((await open(page, address)).draggable);
    await requests.settled();

    const control = page.locator(CONTROL).first();
    drags.quiet.push(await drag(page, session, control));
    // The change is saved while the next drag goes on.
    const before = requests.saves();
    drags.saving.push(await drag(page, session, control));
    const after = requests.saves();
    saved.push(await untilSaved(page));
    if (after === before) throw new Error('nothing was saved during the second drag');
    await requests.settled();

    const pane = page.getByRole('complementary', { name: '属性' });
    await pane.getByRole('button', { name: /^控件清单/ }).click();
    await pane.getByLabel('全选').waitFor();
    acts.select.push(await timeOf(page, labelled('全选')));
    await pane.getByRole('button', { name: '对齐与分布' }).click();
    await pane.getByRole('button', { name: '左对齐' }).waitFor();
    acts.align.push(await timeOf(page, press('左对齐')));
    acts.undo.push(await timeOf(page, labelled('撤销')));
    acts.memory.push(await pageMemory(browser));
    await page.close();
  }
  return [
    openRow(count, 'a control can be dragged, cold', opened.cold),
    openRow(count, 'the first page is seen, cold', opened.seen),
    openRow(count, 'a control can be dragged, warm', opened.warm),
    ...dragRows(count, 'of a drag', drags.quiet),
    ...dragRows(count, 'while the draft is saved', drags.saving),
    row(count, `from a change to “saved”, ${QUIET_MS} ms of waiting included`, saved, null),
    ...actRows(count, acts),
  ];
}

function labelled(name) {
  return `document.querySelector('[aria-label="${name}"]').click()`;
}

/** Milliseconds from the navigation until a control can be dragged, and until its page has a picture. */
async function open(page, address) {
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate(`new Promise((resolve) => {
    const at = { draggable: null, seen: null };
    const look = () => {
      if (document.querySelector('${CONTROL}') !== null) at.draggable ??= performance.now();
      const picture = document.querySelector('article[data-page] img');
      if (picture?.complete && picture.naturalWidth > 0) at.seen ??= performance.now();
      if (at.draggable !== null && at.seen !== null) resolve(at);
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** Milliseconds until the header says that the draft is saved. */
function untilSaved(page) {
  return page.evaluate(`new Promise((resolve) => {
    const from = performance.now();
    const look = () => {
      const isSaved = document.querySelector('header').textContent.includes('已自动保存');
      if (isSaved) resolve(performance.now() - from);
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** Requests of the page: `settled` waits until none has been on its way for a while. */
function watchRequests(page) {
  const open = new Set();
  let last = performance.now();
  let saves = 0;
  const ended = (request) => {
    open.delete(request);
    last = performance.now();
  };
  page.on('request', (request) => open.add(request));
  page.on('requestfailed', ended);
  page.on('requestfinished', (request) => {
    ended(request);
    if (request.url().endsWith('/template/keepDraft')) saves += 1;
  });
  return {
    saves: () => saves,
    async settled() {
      while (open.size > 0 || performance.now() - last < SETTLED_MS)
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
}

/** Controls of all kinds, spread evenly over the pages. */
function designOf(file, count, round) {
  const party = { participateBizType: ['1', '2'] };
  return {
    templateName: `设计器基准 ${count} ${round}`,
    participantList: [
      {
        ...party,
        participantFlag: '甲方',
        participantType: 1,
        participantSetMode: 3,
        draftSort: 1,
        signOrder: 1,
      },
      {
        ...party,
        participantFlag: '乙方',
        participantType: 0,
        participantSetMode: 0,
        draftSort: 2,
        signOrder: 2,
      },
    ],
    contractFileList: [file],
    components: Array.from({ length: count }, (_, index) => {
      const place = Math.floor(index / PAGES);
      const { specialAttribute, ...kind } = kinds[(index + place) % kinds.length];
      return {
        ...{ participantFlag: index % 2 === 0 ? '甲方' : '乙方', fileIndex: 0, pageNum: 1 + (index % PAGES) },
        ...{ componentName: `字段 ${index}`, componentKey: `key_${index}`, required: 1, ...kind },
        ...{ positionX: 60 + 230 * (place % 3), positionY: 60 + 64 * place },
        specialAttribute: { width: 160, height: 24, ...specialAttribute },
      };
    }),
  };
}

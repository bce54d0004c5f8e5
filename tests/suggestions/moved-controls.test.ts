/** A contract's file is replaced by another version of it: no control is lost, and none is placed wrongly without a word. */
import type { PageLayout } from '@cinnabar/pdf/render/page-layout.js';
import { readLayout } from '@cinnabar/pdf/render/read-layout.js';
import { type ControlToMove, mover } from '@cinnabar/server/areas/templates/move/move-controls.js';
import type { FoundControl } from '@cinnabar/server/areas/templates/suggest/found-control.js';
import { pageViewOf } from '@cinnabar/server/areas/templates/suggest/page-pieces.js';
import { suggestControls } from '@cinnabar/server/areas/templates/suggest/suggest-controls.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawContract } from './draw-contract.js';

const PARTIES = [
  { participantFlag: '甲方', participantType: 1 },
  { participantFlag: '乙方', participantType: 1 },
] as const;

const CLAUSES = [
  '第一条　乙方应当按照约定的标准提供服务，并保证服务质量符合国家标准。',
  '第二条　甲方应当在收到发票后的十五日内支付服务费，逾期按日支付违约金。',
  '第三条　服务期限为十二个月，期满前三十日内双方可以协商续签。',
  '第四条　双方对合作中知悉的商业秘密负有保密义务。',
];

const CONTRACT = `# 技术服务合同
合同编号：________________
甲方：____________________
甲方地址：____________________
乙方：____________________
乙方地址：____________________
联系电话：________________
服务费总额：____________元
${CLAUSES.join('\n')}
□需要现场服务　□不需要现场服务

甲方（盖章）： >> 乙方（盖章）：

法定代表人（签字）： >> 法定代表人（签字）：

日期：____年____月____日 >> 日期：____年____月____日
`;

const LONG = '双方确认，本合同的附件是本合同不可分割的组成部分，与正文具有同等法律效力。';
const insertBefore = (line: string, text: string) => CONTRACT.replace(line, `${text}\n${line}`);
const without = (...lines: readonly string[]) =>
  CONTRACT.split('\n')
    .filter((line) => !lines.some((start) => line.startsWith(start)))
    .join('\n');

/** Each with the controls (by name) that have no place in the new file. */
const VARIANTS: readonly (readonly [name: string, text: string, gone: readonly string[]])[] = [
  ['the same file', CONTRACT, []],
  ['a clause inserted', insertBefore('第二条', `第一条之一　${LONG}`), []],
  ['five clauses inserted', insertBefore('第三条', Array.from({ length: 5 }, () => LONG).join('\n')), []],
  ['a page inserted in front', `# 封面\n技术服务合同\n---\n${CONTRACT}`, []],
  ['two pages inserted in front', `# 封面\n---\n# 目录\n第一条\n第二条\n---\n${CONTRACT}`, []],
  ['a page inserted in the middle', insertBefore('第三条', `---\n# 服务清单\n${LONG}\n---`), []],
  ['the signatures on a page of their own', insertBefore('甲方（盖章）', '---'), []],
  ['clauses in another order', CONTRACT.replace(CLAUSES.join('\n'), CLAUSES.toReversed().join('\n')), []],
  ['a clause deleted', without('第三条'), []],
  ['all clauses deleted', without('第一条', '第二条', '第三条', '第四条'), []],
  ['the number of the contract deleted', without('合同编号'), ['合同编号']],
  ['a telephone deleted', without('联系电话'), ['联系电话']],
  ['the boxes to tick deleted', without('□'), ['需要现场服务', '不需要现场服务']],
  ['another title', CONTRACT.replace('# 技术服务合同', '# 信息系统运行维护服务合同'), []],
  ['a label renamed', CONTRACT.replace('联系电话：', '电话号码：'), ['联系电话']],
  ['a label lengthened', CONTRACT.replace('服务费总额：', '本合同服务费总额：'), []],
  [
    'text indented',
    CONTRACT.replaceAll('甲方地址', '　　甲方地址').replaceAll('乙方地址', '　　乙方地址'),
    [],
  ],
  [
    'the addresses swapped',
    CONTRACT.replace('甲方地址', '丙方').replace('乙方地址', '甲方地址').replace('丙方', '乙方地址'),
    [],
  ],
  [
    'a third block of signatures',
    `${CONTRACT}\n\n见证方（盖章）：\n法定代表人（签字）：\n日期：____年____月____日\n`,
    [],
  ],
  [
    'the block of signatures twice',
    `${CONTRACT}\n---\n# 附件\n甲方（盖章）： >> 乙方（盖章）：\n日期：____年____月____日\n`,
    [],
  ],
];

interface Version {
  readonly layouts: readonly PageLayout[];
  readonly found: readonly FoundControl[];
}

async function versionOf(text: string): Promise<Version> {
  const { bytes, pages } = await drawContract(text);
  const layouts = await readLayout(bytes, 1, pages);
  const views = layouts.map((layout, index) => pageViewOf(layout, index + 1));
  return { layouts, found: suggestControls(views, [], PARTIES) };
}

const toMove = ({ page, box }: FoundControl): ControlToMove => ({
  ...{ page, ...box },
  ...{ keyword: null, keywordIndex: 1, isSeam: false },
});

/** The place of the same control in the new file: of that name and occurrence, and for a signature of that party. */
function truthOf(control: FoundControl, old: Version, fresh: Version): FoundControl | undefined {
  const same = (other: FoundControl): boolean =>
    other.componentType === control.componentType &&
    other.name.endsWith(control.name) &&
    (other.by !== 'signature' || other.participantFlag === control.participantFlag);
  return fresh.found.filter(same)[old.found.filter(same).indexOf(control)];
}

let old: Version;
beforeAll(async () => {
  old = await versionOf(CONTRACT);
});

test('the contract has the controls that are to be followed', () => {
  expect(old.found.map(({ name }) => name)).toHaveLength(15);
});

describe.each(VARIANTS)('%s', (_name, text, gone) => {
  test('every control is at its text, or a person is asked', async () => {
    const fresh = await versionOf(text);
    const move = mover(old.layouts, fresh.layouts);
    const [wrong, asked]: [string[], string[]] = [[], []];
    for (const control of old.found) {
      const { place, by, doubtful } = move(toMove(control));
      const truth = gone.includes(control.name) ? undefined : truthOf(control, old, fresh);
      const isRight =
        place !== null &&
        truth !== undefined &&
        place.page === truth.page &&
        Math.abs(place.x - truth.box.x) < 6 &&
        Math.abs(place.y - truth.box.y) < 6;
      const shown = `${control.name} of ${control.participantFlag} by ${by} at ${JSON.stringify(place)}, not ${JSON.stringify(truth?.box)}`;
      if (!isRight && !doubtful) wrong.push(shown);
      if (doubtful) asked.push(shown);
    }
    expect(wrong).toEqual([]);
    // Asking about everything would be no help.
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(gone.length + 4);
  });
});

/** Which people of a template's file are taken over. */

import { templateDocument } from '@cinnabar/api/schemas/template-draft.js';
import { fitPeople } from '@cinnabar/server/areas/templates/file/fit-people.js';
import { describe, expect, it } from 'vitest';

const own = { corpName: '星河科技有限公司', mobiles: new Set(['13800000001']) };

const participant = (more: object) => ({
  participantFlag: '甲方',
  participantType: 1,
  participateBizType: ['2'],
  participantSetMode: 1,
  psnAccount: '13800000001',
  psnName: '王芳',
  participantCorpName: own.corpName,
  draftSort: 1,
  signOrder: 1,
  ...more,
});

const fitted = (participants: readonly object[], copiers: readonly object[] = []) =>
  fitPeople(
    templateDocument.read(
      {
        templateName: '劳动合同',
        participantList: participants,
        contractFileList: [],
        copierList: copiers,
        components: [],
      },
      '',
      { zone: 'UTC' },
    ),
    own,
  );

describe('the people of an imported template', () => {
  it('keeps a member of the enterprise, fixed or copied', () => {
    const { document, changes } = fitted(
      [participant({}), participant({ participantType: 0, participantCorpName: undefined })],
      [
        { copierType: 0, psnAccount: '13800000001', psnName: '王芳' },
        { copierType: 1, corpName: own.corpName, psnAccount: '13800000001' },
        { copierType: 1, corpName: own.corpName },
      ],
    );
    expect(changes).toEqual([]);
    expect(document.participantList).toMatchObject([
      participant({}),
      { participantSetMode: 1, psnName: '王芳' },
    ]);
    expect(document.copierList).toHaveLength(3);
  });

  it.each([
    ['a member of another enterprise', { participantCorpName: '云帆贸易有限公司' }],
    ['somebody unknown in the own enterprise', { psnAccount: '13800000009' }],
    ['a private person', { participantType: 0, psnAccount: '13800000009', participantCorpName: undefined }],
    ['an enterprise without a name', { participantCorpName: undefined }],
  ])('lets the start name a fixed party that is %s, and says so', (_, more) => {
    const { document, changes } = fitted([
      participant({ participantFlag: '甲方' }),
      participant({ ...more, participantFlag: '乙方' }),
    ]);
    const [, party] = document.participantList;
    expect(party).toEqual({
      participantFlag: '乙方',
      participantType: 'participantType' in more ? more.participantType : 1,
      participateBizType: ['2'],
      participantSetMode: 0,
      draftSort: 1,
      signOrder: 1,
    });
    expect(changes).toMatchObject([{ path: 'participantList[1]' }]);
    expect(changes[0]?.problem.zh).toContain('“乙方”');
  });

  it('forgets the names of parties that the start or the initiator decides, without a word', () => {
    const { document, changes } = fitted([
      participant({ participantSetMode: 0, participantCorpName: '云帆贸易有限公司' }),
      participant({ participantSetMode: 3, participantCorpName: '云帆贸易有限公司' }),
    ]);
    expect(changes).toEqual([]);
    expect(document.participantList.map(({ participantSetMode }) => participantSetMode)).toEqual([0, 3]);
    expect(JSON.stringify(document)).not.toMatch(/云帆|13800000001/);
  });

  it('leaves out copiers who are no members, and says so', () => {
    const { document, changes } = fitted(
      [participant({})],
      [
        { copierType: 0, psnAccount: '13800000009', psnName: '陌生人' },
        { copierType: 1, corpName: '云帆贸易有限公司' },
        { copierType: 0, psnAccount: '13800000001', psnName: '王芳' },
      ],
    );
    expect(document.copierList).toMatchObject([{ psnName: '王芳' }]);
    expect(changes.map(({ path }) => path)).toEqual(['copierList[0]', 'copierList[1]']);
  });
});

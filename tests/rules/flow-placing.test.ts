import type { SignCommand } from '@cinnabar/api/schemas/flow.js';
import { seamsOfFile } from '@cinnabar/server/areas/flows/flow/rules/seams.js';
import { planMarks } from '@cinnabar/server/areas/flows/sign/rules/placing.js';
import { keepAttribute, placeBox } from '@cinnabar/server/areas/templates/index.js';
import { describe, expect, test } from 'vitest';
import { component, file, flow, idOf, participant } from '../support/flow-model.js';

const signer = participant(1);
const area = component(1, 1, { componentType: 6, positionX: 300, positionY: 700 });
const optionalArea = component(2, 1, { componentType: 6, required: false });
const foreignArea = component(3, 2, { componentType: 6 });
const text = component(4, 1);

const rules = {
  placeBox,
  attributeOf: (given: SignCommand['specialAttribute']) => keepAttribute(given, 6, 1),
};

function command(change: Partial<SignCommand> = {}): SignCommand {
  return {
    componentId: area.componentId,
    participantId: signer.participantId,
    contractFileId: idOf(301),
    pageNum: 1,
    positionX: 10,
    positionY: 20,
    fieldType: 0,
    sealId: 0,
    specialAttribute: {},
    ...change,
  };
}

function plan(commands: readonly SignCommand[], components = [area, optionalArea, foreignArea, text]) {
  return planMarks(flow({ components }), signer, commands, rules);
}

describe('a signing act', () => {
  test('places a seal in its area, whatever page and position the command names', () => {
    expect(plan([command({ pageNum: 2 })])).toMatchObject({
      ok: true,
      value: [{ kind: 'seal', area, box: { page: 1, x: 300, y: 700, width: 160, height: 24 } }],
    });
  });

  test.each([0, null] as const)('places freely with componentId %s', (componentId) => {
    expect(plan([command({ componentId })], [])).toMatchObject({
      ok: true,
      value: [{ area: null, box: { page: 1, x: 10, y: 20, width: 159, height: 159 } }],
    });
  });

  test('moves a free placement into its page', () => {
    const corner = command({ componentId: 0, positionX: 790, positionY: 1120 });
    expect(plan([corner], [])).toMatchObject({ ok: true, value: [{ box: { x: 635, y: 964 } }] });
  });

  test.each([
    ['an unknown file', command({ contractFileId: idOf(999) }), 'signComponents[0].contractFileId'],
    ['an unknown area', command({ componentId: idOf(999) }), 'signComponents[0].componentId'],
    ['a control to fill', command({ componentId: text.componentId }), 'signComponents[0].componentId'],
    ['another’s area', command({ componentId: foreignArea.componentId }), 'signComponents[0].componentId'],
    ['a remark in a required area', command({ fieldType: 1 }), 'signComponents[0].fieldType'],
    ['a page that is not there', command({ componentId: 0, pageNum: 3 }), 'signComponents[0].pageNum'],
    ['page zero', command({ componentId: 0, pageNum: 0 }), 'signComponents[0].pageNum'],
    ['a corner off the page', command({ componentId: 0, positionX: 795 }), 'signComponents[0].positionX'],
    ['a negative corner', command({ componentId: 0, positionY: -1 }), 'signComponents[0].positionY'],
    [
      'an empty remark',
      command({ componentId: 0, fieldType: 1 }),
      'signComponents[0].specialAttribute.value',
    ],
    [
      'handwriting instead of an enterprise’s seal',
      command({ specialAttribute: { image: 'iVBORw0KGgo=' } }),
      'signComponents[0].specialAttribute.image',
    ],
    [
      'a remark as a seam',
      command({ componentId: 0, fieldType: 1, specialAttribute: { signStyle: 2, value: '同意' } }),
      'signComponents[0].fieldType',
    ],
    [
      'a seam below the first page',
      command({ componentId: 0, positionY: 1123, specialAttribute: { signStyle: 2 } }),
      'signComponents[0].positionY',
    ],
  ])('is refused for %s', (_case, wrong, path) => {
    expect(plan([wrong])).toMatchObject({ ok: false, problems: [{ path }] });
  });

  test('is refused for every command at fault', () => {
    const commands = [
      command({ contractFileId: idOf(999) }),
      command(),
      command({ componentId: 0, positionY: 2000 }),
      command(),
    ];
    const outcome = plan(commands);
    expect(outcome.ok ? [] : outcome.problems.map(({ path }) => path)).toEqual([
      'signComponents[0].contractFileId',
      'signComponents[2].positionY',
      'signComponents[3].componentId',
    ]);
  });

  test('is refused if a required area is omitted', () => {
    expect(plan([command({ componentId: optionalArea.componentId })])).toMatchObject({
      ok: false,
      problems: [{ path: 'signComponents' }],
    });
  });

  test('is refused if an area is named twice', () => {
    expect(plan([command(), command()])).toMatchObject({
      ok: false,
      problems: [{ path: 'signComponents[1].componentId' }],
    });
  });

  test('without an area of one’s own requires a seal, not just a date', () => {
    expect(plan([], [])).toMatchObject({ ok: false, problems: [{ path: 'signComponents' }] });
    expect(plan([command({ componentId: 0, fieldType: 2 })], [])).toMatchObject({ ok: false });
    expect(plan([command({ componentId: 0 }), command({ componentId: 0, fieldType: 2 })], []).ok).toBe(true);
  });

  test('has at most 50 marks in a file', () => {
    const many = Array.from({ length: 51 }, () => command({ componentId: 0 }));
    expect(plan(many.slice(1), []).ok).toBe(true);
    expect(plan(many, [])).toMatchObject({ ok: false, problems: [{ path: 'signComponents[50]' }] });
  });
});

describe('a seam', () => {
  const seam = { signStyle: 2 } as const;
  const seamArea = component(5, 1, {
    componentType: 6,
    positionX: 40,
    positionY: 300,
    attribute: keepAttribute(seam, 6, 1),
  });
  const placed = (change: Partial<SignCommand> = {}) =>
    command({ componentId: 0, specialAttribute: seam, ...change });

  test('placed freely is at the right edge at the height of positionY, whatever page and positionX', () => {
    expect(plan([placed({ pageNum: 99, positionX: -5, positionY: 200 })], [])).toMatchObject({
      ok: true,
      value: [{ seam: true, kind: 'seal', area: null, box: { page: 1, x: 794 - 159, y: 200, width: 159 } }],
    });
  });

  test('is moved into the page if it exceeds the lower edge', () => {
    expect(plan([placed({ positionY: 1100 })], [])).toMatchObject({ ok: true, value: [{ box: { y: 964 } }] });
  });

  test('follows its area, whatever the command says', () => {
    for (const specialAttribute of [{}, { signStyle: 1 }, seam] as const) {
      const commands = [command({ componentId: seamArea.componentId, specialAttribute })];
      expect(plan(commands, [seamArea])).toMatchObject({
        ok: true,
        value: [{ seam: true, box: { y: 300 } }],
      });
      expect(plan([command({ specialAttribute })])).toMatchObject({ ok: true, value: [{ seam: false }] });
    }
  });

  const path = 'signComponents[0].specialAttribute.signStyle';

  test('occurs once per file: a second, or one beside a seam area, is refused', () => {
    const second = 'signComponents[1].specialAttribute.signStyle';
    expect(plan([placed(), placed()], [])).toMatchObject({ ok: false, problems: [{ path: second }] });
    const optional = { ...seamArea, required: false };
    expect(plan([placed()], [optional])).toMatchObject({ ok: false, problems: [{ path }] });
  });

  test('may occur in each of two files', () => {
    const files = [file, { ...file, fileId: idOf<'File'>(302) }];
    const commands = [placed(), placed({ contractFileId: idOf(302) })];
    expect(planMarks(flow({ files }), signer, commands, rules).ok).toBe(true);
  });

  const page = { width: 794, height: 1123 };
  const fileOf = (pages: number) => ({ ...file, pages: Array.from({ length: pages }, () => page) });

  test.each([
    [1001, true],
    [1002, false],
  ])('of two signers in a file of %i pages is possible: %s', (pages, possible) => {
    const outcome = planMarks(flow({ files: [fileOf(pages)] }), signer, [placed()], rules);
    expect(outcome).toMatchObject(possible ? { ok: true } : { ok: false, problems: [{ path }] });
  });

  test('with an area is possible in a file of any length, and counts against the limit for others', () => {
    const long = fileOf(1500);
    const seams = seamsOfFile(flow({ components: [seamArea] }), long);
    expect(seams).toEqual([{ participantId: signer.participantId, area: seamArea }]);
    const commands = [command({ componentId: seamArea.componentId })];
    expect(planMarks(flow({ files: [long], components: [seamArea] }), signer, commands, rules).ok).toBe(true);
  });

  test('is available to every signer, and to nobody else', () => {
    const participants = [participant(1), participant(2, { signs: false }), participant(3)];
    expect(seamsOfFile(flow({ participants }), file)).toEqual([
      { participantId: idOf(101), area: null },
      { participantId: idOf(103), area: null },
    ]);
  });

  test('placed freely changes nothing for later signers', () => {
    const long = fileOf(1001);
    const later = seamsOfFile(flow({ components: [{ ...seamArea, required: false }] }), long);
    expect(later.map(({ participantId }) => participantId)).toEqual([idOf(101), idOf(102)]);
  });
});

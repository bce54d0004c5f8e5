/** A draft as the contract that its fill and sign pages would show to one of its parties. Pure. */
import { FlowStatus, SetMode, SignStatus } from '@cinnabar/api/enums.js';
import type { previewTemplate } from '@cinnabar/api/operations/template-drafts.js';
import type { DataOf } from '../api/wire.js';
import type { MadeFilling, MadeRehearsal, MadeSigning } from '../shared/link/rehearsal.js';
import { isArea, kindOf, sizeOf } from './control-kinds.js';
import type { Control, Design, Party } from './design.js';
import { previewedControls } from './previewed.js';
import { sampleSeal } from './sample-seal.js';

type Preview = DataOf<typeof previewTemplate>;
type FillView = MadeFilling['view'];
type SignView = MadeSigning['view'];
type Attribute = FillView['controls'][number]['attribute'];

interface Given {
  readonly design: Design;
  readonly party: Party;
  readonly preview: Preview;
  /** Addresses of the pictures of the pages of each file, in the order of the files. */
  readonly pictures: readonly (readonly string[])[];
  readonly words: {
    readonly untitled: string;
    readonly initiator: string;
    readonly person: string;
    readonly seal: string;
    readonly nameSeal: string;
  };
}

/** A number that is masked as on the real page, and nobody's. */
const MASKED_MOBILE = '138****0000';
const SEAL_MM = 42;
const NAME_SEAL_MM = 20;

function base({ design, party, preview, words }: Given, isSigning: boolean) {
  const parties = [...design.parties]
    .sort((one, other) => one.signOrder - other.signOrder)
    .map((each): FillView['me'] => ({
      participantId: idOf(design.parties, each.key),
      name: nameOf(each),
      personName: each.isEnterprise ? (each.personName === '' ? words.person : each.personName) : '',
      signs: each.signs,
      fills: each.fills,
      filled: isSigning,
      signStatus: isSigning ? SignStatus.signing : SignStatus.filling,
      signTime: null,
      isMe: each.key === party.key,
      isTurn: each.key === party.key,
    }));
  const me = parties.find(({ isMe }) => isMe);
  const initiator = design.parties.find(({ setMode }) => setMode === SetMode.initiator);
  return {
    flowId: 1,
    title: design.name.trim() === '' ? words.untitled : design.name,
    status: isSigning ? FlowStatus.signing : FlowStatus.fill,
    revision: 1,
    corpName: initiator === undefined ? words.initiator : nameOf(initiator),
    initiatorName: words.person,
    deadline: null,
    endReason: null,
    ending: null,
    parties,
    attachments: [],
    me: me ?? noParty,
    isEnterprise: party.isEnterprise,
    obstacle: null,
    files: preview.fileList.map(({ fileIndex, fileName, httpUrl, pages }) => ({
      fileId: design.files[fileIndex]?.key ?? 0,
      fileName,
      pages: pages.map(({ width, height }) => ({ width, height })),
      version: '1',
      downloadUrl: httpUrl,
    })),
  };
}

const noParty: FillView['me'] = {
  ...{ participantId: 0, name: '', personName: '', signs: false, fills: false, filled: false },
  ...{ signStatus: SignStatus.filling, signTime: null, isMe: true, isTurn: true },
};

function nameOf({ corpName, personName, flag }: Party): string {
  return [corpName, personName, flag].find((name) => name !== '') ?? flag;
}

/** Ids are places in the lists, from 1. */
function idOf(list: readonly { readonly key: string }[], key: string): number {
  return list.findIndex((each) => each.key === key) + 1;
}

function handed(
  { design, pictures }: Given,
  kind: MadeRehearsal['kind'],
): Pick<MadeRehearsal, 'pictures' | 'entered'> {
  return {
    entered: {
      ...{ session: '', kind, corpId: null, userId: 1, mobile: '', flowId: 1, participantId: null },
      ...{ approvalId: null, templateId: null, returnUrl: null },
    },
    pictures: design.files.map(({ key }, index) => ({ fileId: key, pages: pictures[index] ?? [] })),
  };
}

export function rehearsedFilling(given: Given): MadeFilling {
  const { design, party, preview } = given;
  const previewed = previewedControls(design);
  const values = new Map(preview.values.map(({ index, value }) => [index, value]));
  const controls = previewed.flatMap((control, index): FillView['controls'] =>
    isArea(control)
      ? []
      : [
          {
            componentId: index + 1,
            fileId: control.file,
            participantId: idOf(design.parties, control.party),
            name: control.name,
            key: control.componentKey === '' ? null : control.componentKey,
            type: control.type,
            value: values.get(index) ?? '',
            pictureUrl: null,
            required: control.isRequired,
            isMine: control.party === party.key,
            page: control.page,
            x: control.x,
            y: control.y,
            attribute: attributeOf(control),
          },
        ],
  );
  const problems = preview.problems.map(({ index, msg }) => ({
    ...{ componentId: index + 1, value: values.get(index) ?? '', message: msg },
  }));
  return {
    kind: 'fill',
    view: { ...base(given, false), controls, draft: draftOf(controls, problems) },
    problems,
    ...handed(given, 'fill'),
  };
}

/** A value in the draft is judged again when the page opens: those that do not fit are said at once. */
function draftOf(controls: FillView['controls'], problems: MadeFilling['problems']): FillView['draft'] {
  const misfits = new Set(problems.map(({ componentId }) => componentId));
  return controls
    .filter(({ componentId, isMine }) => isMine && misfits.has(componentId))
    .map(({ componentId, value }) => ({ componentId, value }));
}

/** With the defaults that the service applies. */
function attributeOf(control: Control): Attribute {
  const { attribute } = control;
  const { showWhen, formula } = attribute;
  return {
    dateFormat: attribute.dateFormat ?? (kindOf(control) === 'date' ? 'yyyy-MM-dd' : null),
    numberFormat: attribute.numberFormat ?? (kindOf(control) === 'number' ? '' : null),
    fractionDigits: attribute.fractionDigits ?? null,
    maxLength: (attribute.maxLength ?? '') === '' ? null : (attribute.maxLength ?? null),
    font: attribute.font ?? 'SimSun',
    fontSize: attribute.fontSize ?? 14,
    textColor: attribute.textColor ?? '#000000',
    bold: attribute.bold ?? false,
    italic: attribute.italic ?? false,
    underLine: attribute.underLine ?? false,
    lineThrough: attribute.lineThrough ?? false,
    alignment: attribute.alignment ?? 0,
    ...sizeOf(control),
    order: attribute.order ?? null,
    sealSpecs: attribute.sealSpecs ?? null,
    showSignDate: attribute.showSignDate ?? null,
    signStyle: attribute.signStyle ?? null,
    options: attribute.options ?? null,
    ...(showWhen === undefined ? {} : { showWhen }),
    ...(formula === undefined || formula === '' ? {} : { formula }),
  };
}

export function rehearsedSigning(given: Given): MadeSigning {
  const { design, party, words } = given;
  const { files, ...page } = base(given, true);
  const areas = previewedControls(design).flatMap((control, index): SignView['areas'] =>
    isArea(control)
      ? [
          {
            componentId: index + 1,
            fileId: control.file,
            participantId: idOf(design.parties, control.party),
            name: control.name,
            page: control.page,
            x: control.x,
            y: control.y,
            ...sizeOf(control),
            required: control.isRequired,
            seam: kindOf(control) === 'seam',
            sealSpecs: control.attribute.sealSpecs ?? 1,
            showSignDate: control.attribute.showSignDate === 1,
          },
        ]
      : [],
  );
  const seal: SignView['seals'][number] = party.isEnterprise
    ? { ...{ sealId: 1, name: words.seal, widthMm: SEAL_MM, heightMm: SEAL_MM }, ...ready(party, true) }
    : {
        ...{ sealId: 0, name: words.nameSeal, widthMm: NAME_SEAL_MM, heightMm: NAME_SEAL_MM },
        ...ready(party, false),
      };
  return {
    kind: 'sign',
    view: {
      ...page,
      mobile: MASKED_MOBILE,
      approval: null,
      shown: '',
      agreements: [],
      proofs: ['sms'],
      amount: null,
      paysNow: false,
      files: files.map((file) => ({ ...file, freeSeam: file.pages.length > 1 })),
      areas,
      seals: [seal],
    },
    ...handed(given, 'sign'),
  };
}

function ready(party: Party, isRound: boolean) {
  return { pictureUrl: sampleSeal(nameOf(party), isRound), isDefault: true, needsApproval: false } as const;
}

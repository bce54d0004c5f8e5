/** Placeholders of Word documents become parties and controls. Pure. */
import { SetMode } from '@cinnabar/api/enums.js';
import type { Proposed } from '../canvas/suggestions/suggested-control.js';
import { controlTypes, isArea } from './control-kinds.js';
import {
  type Control,
  type Design,
  type MakeKey,
  newFileKey,
  type Party,
  type TemplateFile,
} from './design.js';
import { numbered } from './lanes.js';
import { partyOf, proposedControl } from './proposals.js';
import type { Uploaded } from './uploaded.js';

export type Placeholder = NonNullable<Uploaded['placeholders']>[number];

/** What the files that were added have brought with them. */
export interface Brought {
  readonly parties: number;
  readonly controls: number;
  /** They stay in the text. */
  readonly unreadable: readonly Placeholder[];
}

interface Adding {
  /** Undo may bring back files of these. */
  readonly designs: readonly Design[];
  /** Flag of the party of placeholders that name none, if the template has no party. */
  readonly initiator: string;
  readonly makeKey: MakeKey;
}

/** The design with files, and with what their placeholders ask for. */
export function withFiles(
  design: Design,
  uploaded: readonly Uploaded[],
  { designs, initiator, makeKey }: Adding,
): { readonly design: Design; readonly brought: Brought } {
  const first = newFileKey(designs);
  const files = uploaded.map((each, index) => ({ ...fileOf(each), key: first + index }));
  const [{ fileName } = { fileName: '' }] = uploaded;
  const name = design.name === '' ? fileName.replace(/\.[^.]+$/, '').slice(0, 100) : design.name;
  const placeholders = uploaded.flatMap((each) => each.placeholders ?? []);
  const parties = withParties(design.parties, placeholders, initiator, makeKey);
  const within = { ...design, name, parties, files: [...design.files, ...files] };
  const controls = uploaded.flatMap((each, index) => controlsOf(within, each, first + index, makeKey));
  return {
    design: { ...within, controls: [...design.controls, ...controls] },
    brought: {
      parties: parties.length - design.parties.length,
      controls: controls.length,
      unreadable: unreadableIn(uploaded),
    },
  };
}

export function unreadableIn(uploaded: readonly Uploaded[]): readonly Placeholder[] {
  return uploaded.flatMap((each) => (each.placeholders ?? []).filter(({ component }) => component === null));
}

/** The controls that the placeholders of a file make. */
export function controlsOf(
  design: Pick<Design, 'parties'>,
  { placeholders = [] }: Pick<Uploaded, 'placeholders'>,
  file: TemplateFile['key'],
  makeKey: MakeKey,
): readonly Control[] {
  return placeholders.flatMap(({ component }) => {
    const party = component === null ? undefined : partyOf(design, component, null);
    if (component === null || party === undefined) return [];
    return [proposedControl(component, { key: makeKey(), party, file })];
  });
}

function fileOf({ fileName, fileUrl, totalPage, width, height }: Uploaded): Omit<TemplateFile, 'key'> {
  return { fileId: null, fileName, fileUrl, totalPage, width, height };
}

/** Parties that placeholders name are added, and those there can do what their placeholders ask of them. */
export function withParties(
  parties: readonly Party[],
  placeholders: readonly Placeholder[],
  initiator: string,
  makeKey: MakeKey,
): readonly Party[] {
  const asked = placeholders.flatMap(({ component, text }) =>
    component === null ? [] : [{ component, text }],
  );
  if (asked.length === 0) return parties;
  const flags = new Set(
    asked.map(({ component }) => component.participantFlag).filter((flag) => flag !== ''),
  );
  if (parties.length === 0 && flags.size === 0) flags.add(initiator);
  const grown = parties.map((party) => {
    const own = asked.filter(({ component }) => component.participantFlag === party.flag);
    if (own.length === 0) return party;
    const { fills, signs } = dutiesIn(own);
    return { ...party, fills: party.fills || fills, signs: party.signs || signs };
  });
  for (const flag of flags) {
    if (grown.some((party) => party.flag === flag)) continue;
    const own = asked.filter(({ component }) => component.participantFlag === flag);
    const place = grown.length + 1;
    grown.push({
      ...{ key: makeKey(), participantId: null, flag, isEnterprise: !own.some(isOfPerson) },
      // Whoever stands in a contract signs it, if only at a place of their own choice.
      ...{ fills: own.length === 0 || dutiesIn(own).fills, signs: true },
      setMode: grown.some(({ setMode }) => setMode === SetMode.initiator)
        ? SetMode.namedAtStart
        : SetMode.initiator,
      ...{ mobile: '', personName: '', corpName: '', fillOrder: place, signOrder: place },
    });
  }
  return numbered(grown);
}

interface Asked {
  readonly component: Proposed;
  readonly text: string;
}

function dutiesIn(asked: readonly Asked[]): Pick<Party, 'fills' | 'signs'> {
  const types = asked.map(({ component }) => ({ type: component.componentType }));
  return { fills: !types.every(isArea), signs: types.some(isArea) };
}

/** Enterprises have seals and credit codes, persons a signature and an identity card. */
function isOfPerson({ component: { componentType, componentName }, text }: Asked): boolean {
  return componentType === controlTypes.area
    ? /签字|签名/.test(text)
    : /姓名|身份证|性别|出生|民族/.test(componentName);
}

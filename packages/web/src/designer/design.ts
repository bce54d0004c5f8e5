/**
 * The document that the designer edits: the draft of a template. Parties, files and controls refer to each other by keys
 * of the page, so that renaming and reordering touch one element only. Lengths are px at 96 dpi. Pure.
 */
import { PartyType, SetMode } from '@cinnabar/api/enums.js';
import type { TemplateDocument } from '@cinnabar/api/schemas/template-draft.js';
import type { Wire } from '@cinnabar/api/wire.js';

export type WireDraft = Wire<TemplateDocument>;
export type WireControl = WireDraft['components'][number];
export type Attribute = WireControl['specialAttribute'];
export type TemplateId = NonNullable<WireDraft['templateId']>;
type IdIn<Item, Name extends keyof Item> = NonNullable<Item[Name]>;
type Items<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

export interface Party {
  readonly key: string;
  readonly participantId: IdIn<Items<WireDraft['participantList']>, 'participantId'> | null;
  /** Its name within the template, such as 甲方. */
  readonly flag: string;
  readonly isEnterprise: boolean;
  readonly fills: boolean;
  readonly signs: boolean;
  readonly setMode: SetMode;
  readonly mobile: string;
  readonly personName: string;
  readonly corpName: string;
  /** Position in the queue of filling, from 1; without meaning for those who do not fill. */
  readonly fillOrder: number;
  /** Step of signing, from 1; parties of the same step sign in parallel. */
  readonly signOrder: number;
}

export interface TemplateFile {
  /** A number, because pages are named by the number of their file. */
  readonly key: number;
  readonly fileId: IdIn<Items<WireDraft['contractFileList']>, 'fileId'> | null;
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  /** Of page 1. */
  readonly width: number;
  readonly height: number;
}

export interface Copier {
  readonly key: string;
  readonly copierId: IdIn<Items<WireDraft['copierList']>, 'copierId'> | null;
  readonly isEnterprise: boolean;
  readonly mobile: string;
  readonly personName: string;
  readonly corpName: string;
}

export interface Attachment {
  readonly key: string;
  readonly attachmentId: IdIn<Items<WireDraft['attachmentList']>, 'attachmentId'> | null;
  readonly fileName: string;
  readonly fileUrl: string;
}

/** A text of the file that a control follows. */
export interface Anchor {
  readonly keyword: string;
  /** Occurrence, from 1. */
  readonly index: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

export interface Control {
  readonly key: string;
  readonly componentId: IdIn<WireControl, 'componentId'> | null;
  readonly party: Party['key'];
  readonly file: TemplateFile['key'];
  /** From 1; 0 while the control has no place, after its file was replaced. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly type: number;
  readonly name: string;
  /** By which programs assign the value; may be empty. */
  readonly componentKey: string;
  readonly value: string;
  readonly isRequired: boolean;
  readonly anchor: Anchor | null;
  /** As the interface takes it; attributes that the designer does not know stay as they are. */
  readonly attribute: Attribute;
}

export interface Design {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly parties: readonly Party[];
  readonly files: readonly TemplateFile[];
  readonly copiers: readonly Copier[];
  readonly attachments: readonly Attachment[];
  readonly controls: readonly Control[];
}

/** The page number of controls that wait for a place. */
export const UNPLACED = 0;

/** Gives each element a key. */
export type MakeKey = () => string;

/** A key for a file that is added; keys of files that were removed are not used again while undo may bring them back. */
export function newFileKey(designs: readonly Design[]): TemplateFile['key'] {
  return Math.max(0, ...designs.flatMap(({ files }) => files.map(({ key }) => key))) + 1;
}

export function readDesign(draft: WireDraft, makeKey: MakeKey): Design {
  const parties = draft.participantList.map(
    (party): Party => ({
      key: makeKey(),
      participantId: party.participantId ?? null,
      flag: party.participantFlag,
      isEnterprise: party.participantType === PartyType.enterprise,
      fills: party.participateBizType.includes('1'),
      signs: party.participateBizType.includes('2'),
      setMode: party.participantSetMode,
      mobile: party.psnAccount ?? '',
      personName: party.psnName ?? '',
      corpName: party.participantCorpName ?? '',
      fillOrder: party.draftSort,
      signOrder: party.signOrder,
    }),
  );
  const files = draft.contractFileList.map(
    ({ fileId, fileName, fileUrl, totalPage, width, height }, index): TemplateFile => ({
      ...{ key: index + 1, fileId: fileId ?? null, fileName, fileUrl, totalPage, width, height },
    }),
  );
  const partyWith = new Map(parties.map(({ flag, key }) => [flag, key]));
  return {
    name: draft.templateName,
    isEncrypted: draft.encryptFlag === 1,
    parties,
    files,
    copiers: (draft.copierList ?? []).map((copier) => ({
      key: makeKey(),
      copierId: copier.copierId ?? null,
      isEnterprise: copier.copierType === PartyType.enterprise,
      mobile: copier.psnAccount ?? '',
      personName: copier.psnName ?? '',
      corpName: copier.corpName ?? '',
    })),
    attachments: (draft.attachmentList ?? []).map(({ attachmentId, fileName, fileUrl }) => ({
      ...{ key: makeKey(), attachmentId: attachmentId ?? null, fileName, fileUrl },
    })),
    controls: draft.components.flatMap((component): readonly Control[] => {
      const party = partyWith.get(component.participantFlag);
      const file = files[component.fileIndex];
      if (party === undefined || file === undefined) return [];
      return [{ ...controlOf(component), key: makeKey(), party, file: file.key }];
    }),
  };
}

/** A control of the wire without its references. */
export function controlOf(component: WireControl): Omit<Control, 'key' | 'party' | 'file'> {
  const { keyword = '', keywordIndex = 1, offsetX = 0, offsetY = 0 } = component;
  return {
    componentId: component.componentId ?? null,
    page: component.pageNum ?? UNPLACED,
    x: component.positionX ?? 0,
    y: component.positionY ?? 0,
    type: component.componentType,
    name: component.componentName,
    componentKey: component.componentKey ?? '',
    value: component.value ?? '',
    isRequired: component.required === 1,
    anchor: keyword === '' ? null : { keyword, index: keywordIndex, offsetX, offsetY },
    attribute: component.specialAttribute,
  };
}

export function writeDesign(design: Design, templateId: TemplateId | null): WireDraft {
  const { parties, files } = design;
  const fillOrders = new Map(
    [...parties]
      .sort((one, other) => Number(other.fills) - Number(one.fills) || one.fillOrder - other.fillOrder)
      .map(({ key }, index) => [key, index + 1]),
  );
  return {
    ...(templateId === null ? {} : { templateId }),
    templateName: design.name,
    encryptFlag: design.isEncrypted ? 1 : 0,
    participantList: parties.map((party) => ({
      ...(party.participantId === null ? {} : { participantId: party.participantId }),
      participantFlag: party.flag,
      participantType: party.isEnterprise ? 1 : 0,
      participateBizType: [
        ...(party.fills ? (['1'] as const) : []),
        ...(party.signs ? (['2'] as const) : []),
      ],
      participantSetMode: party.setMode,
      ...said('psnAccount', party.setMode === SetMode.fixed ? party.mobile : ''),
      ...said('psnName', party.setMode === SetMode.fixed ? party.personName : ''),
      ...said(
        'participantCorpName',
        party.setMode === SetMode.fixed && party.isEnterprise ? party.corpName : '',
      ),
      draftSort: fillOrders.get(party.key) ?? 1,
      signOrder: party.signOrder,
    })),
    contractFileList: files.map(({ fileId, fileName, fileUrl, totalPage, width, height }) => ({
      ...(fileId === null ? {} : { fileId }),
      ...{ fileName, fileUrl, totalPage, width, height },
    })),
    copierList: design.copiers.map((copier) => ({
      ...(copier.copierId === null ? {} : { copierId: copier.copierId }),
      copierType: copier.isEnterprise ? 1 : 0,
      ...said('psnAccount', copier.mobile),
      ...said('psnName', copier.personName),
      ...said('corpName', copier.isEnterprise ? copier.corpName : ''),
    })),
    attachmentList: design.attachments.map(({ attachmentId, fileName, fileUrl }) => ({
      ...(attachmentId === null ? {} : { attachmentId }),
      ...{ fileName, fileUrl },
    })),
    components: design.controls.flatMap((control) => writeControl(design, control)),
  };
}

/** The control as the interface takes it; none for a control whose party or file is gone. */
export function writeControl({ parties, files }: Design, control: Control): readonly WireControl[] {
  const party = parties.find(({ key }) => key === control.party);
  const fileIndex = files.findIndex(({ key }) => key === control.file);
  if (party === undefined || fileIndex < 0) return [];
  const { anchor } = control;
  return [
    {
      ...(control.componentId === null ? {} : { componentId: control.componentId }),
      participantFlag: party.flag,
      fileIndex,
      componentName: control.name,
      ...said('componentKey', control.componentKey.trim()),
      componentType: control.type,
      ...said('value', control.value),
      required: control.isRequired ? 1 : 0,
      pageNum: control.page,
      positionX: control.x,
      positionY: control.y,
      ...(anchor === null
        ? {}
        : {
            keyword: anchor.keyword,
            keywordIndex: anchor.index,
            offsetX: anchor.offsetX,
            offsetY: anchor.offsetY,
          }),
      specialAttribute: control.attribute,
    },
  ];
}

function said<Name extends string>(name: Name, value: string): Partial<Record<Name, string>> {
  // The computed name has the type of its variable.
  return value === '' ? {} : ({ [name]: value } as Record<Name, string>);
}

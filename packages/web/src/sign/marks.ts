/** Marks placed by a signer, and what follows from them. Lengths are px at 96 dpi on the displayed page. */
import type { signContract } from '@cinnabar/api/operations/flows.js';
import type { SignPageArea, SignPageFile, SignPageSeal, SignPageView } from '@cinnabar/api/pages/sign.js';
import type { BodyOf, Wire } from '../api/wire.js';
import { PX_PER_MM } from '../shared/document/seal-geometry.js';

export type View = Wire<SignPageView>;
export type Area = Wire<SignPageArea>;
export type PageFile = Wire<SignPageFile>;
export type SealChoice = Wire<SignPageSeal>;
type Command = BodyOf<typeof signContract>['signComponents'][number];

/** Content of a mark: a seal, a picture of handwriting, the date of signing, or a text. */
export type Ink =
  | { readonly kind: 'seal'; readonly seal: SealChoice }
  | { readonly kind: 'handwriting'; readonly picture: string; readonly ratio: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'remark'; readonly text: string };

export interface Mark {
  readonly id: string;
  /** The area that the mark fills; null for a freely placed mark. */
  readonly area: Area | null;
  readonly fileId: PageFile['fileId'];
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly seam: boolean;
  readonly ink: Ink;
}

export type Marks = readonly Mark[];

/** Size of handwriting, in mm. */
const HANDWRITING_MM = { width: 40, height: 20 } as const;

/** Size of a freely placed mark, in px. */
export function sizeOf(ink: Ink): { readonly width: number; readonly height: number } {
  switch (ink.kind) {
    case 'seal':
      return { width: ink.seal.widthMm * PX_PER_MM, height: ink.seal.heightMm * PX_PER_MM };
    case 'handwriting': {
      const { width, height } = HANDWRITING_MM;
      const scale = Math.min(width / ink.ratio, height) * PX_PER_MM;
      return { width: Math.round(scale * ink.ratio), height: Math.round(scale) };
    }
    case 'date':
      return { width: 120, height: 24 };
    case 'remark':
      return { width: 240, height: 48 };
  }
}

/** The signer's own areas in reading order, seam areas last. */
export function areasOf(view: View): readonly Area[] {
  const fileOrder = view.files.map(({ fileId }) => fileId);
  const band = (y: number) => Math.floor(y / 24);
  return view.areas
    .filter(({ participantId }) => participantId === view.me.participantId)
    .sort(
      (left, right) =>
        Number(left.seam) - Number(right.seam) ||
        fileOrder.indexOf(left.fileId) - fileOrder.indexOf(right.fileId) ||
        left.page - right.page ||
        band(left.y) - band(right.y) ||
        left.x - right.x,
    );
}

/** Without given areas, the signer places marks freely. */
export function placesFreely(view: View): boolean {
  return areasOf(view).length === 0;
}

/** Required areas that are empty; null stands for the one seal that free placement requires. */
export function todoOf(view: View, marks: Marks): readonly (Area | null)[] {
  const areas = areasOf(view);
  const required = areas.filter((area) => area.required && markIn(marks, area) === undefined);
  if (areas.some((area) => area.required)) return required;
  const isMarked = areas.length > 0 ? marks.length > 0 : marks.some(isSignature);
  return isMarked ? [] : [areas[0] ?? null];
}

function isSignature({ ink }: Mark): boolean {
  return ink.kind === 'seal' || ink.kind === 'handwriting';
}

export function markIn(marks: Marks, area: Area): Mark | undefined {
  return marks.find((mark) => mark.area?.componentId === area.componentId);
}

export function withAreas(marks: Marks, areas: readonly Area[], ink: Ink): Marks {
  const others = marks.filter((mark) => !areas.some((area) => area.componentId === mark.area?.componentId));
  const placed = areas.map((area): Mark => {
    const { fileId, page, x, y, width, height, seam } = area;
    return { id: `area ${area.componentId}`, area, fileId, page, x, y, width, height, seam, ink };
  });
  return [...others, ...placed];
}

/** Clamps a mark to its page. */
export function within(file: PageFile, mark: Mark): Mark {
  const page = file.pages[mark.page - 1];
  if (page === undefined) return mark;
  const x = mark.seam ? page.width - mark.width : mark.x;
  return {
    ...mark,
    x: Math.round(Math.min(Math.max(0, x), Math.max(0, page.width - mark.width))),
    y: Math.round(Math.min(Math.max(0, mark.y), Math.max(0, page.height - mark.height))),
  };
}

/** Position of a seal within the box of its mark, in px from the corner of the page. */
export function sealBox(mark: Mark): { x: number; y: number; width: number; height: number } {
  const { area, ink } = mark;
  const natural = sizeOf(ink);
  const isFitted = area !== null && (area.sealSpecs === 2 || ink.kind === 'handwriting');
  const scale = isFitted ? Math.min(mark.width / natural.width, mark.height / natural.height) : 1;
  const [width, height] = [natural.width * scale, natural.height * scale];
  return {
    x: mark.x + (mark.width - width) / 2,
    y: mark.y + (mark.height - height) / 2,
    width,
    height,
  };
}

/** The marks as sent to signContract. */
export function commandsOf(view: View, marks: Marks): readonly Command[] {
  return marks.map((mark) => commandOf(view, mark));
}

function commandOf(view: View, mark: Mark): Command {
  const { area, ink } = mark;
  const size = area === null ? { width: Math.round(mark.width), height: Math.round(mark.height) } : {};
  const seam = area === null && mark.seam ? { signStyle: 2 as const } : {};
  const common = {
    componentId: area?.componentId ?? null,
    participantId: view.me.participantId,
    contractFileId: mark.fileId,
    pageNum: mark.page,
    positionX: mark.x,
    positionY: mark.y,
  };
  switch (ink.kind) {
    case 'seal': {
      const specs = area === null ? { sealSpecs: 1 as const } : {};
      const specialAttribute = { ...size, ...seam, ...specs };
      return { ...common, fieldType: 0, sealId: ink.seal.sealId, specialAttribute };
    }
    case 'handwriting': {
      const specialAttribute = { ...size, image: ink.picture };
      return { ...common, fieldType: view.isEnterprise ? 1 : 0, sealId: 0 as const, specialAttribute };
    }
    case 'date':
      return { ...common, fieldType: 2, sealId: 0 as const, specialAttribute: size };
    case 'remark':
      return {
        ...common,
        fieldType: 1,
        sealId: 0 as const,
        specialAttribute: { ...size, value: ink.text },
      };
  }
}

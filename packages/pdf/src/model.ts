/**
 * The types of the PDF engine. Lengths are CSS pixels at 96 dpi (1 px = 0.75 pt, UserUnit applied) on the page as
 * displayed (crop box, rotation), origin top left, y down; pages count from 1. Only seals are in mm. Everything here is
 * plain data, because it is sent to worker threads by structured clone.
 */

import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';

/** One page as displayed, px, not rounded. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface Box {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The font names of the interface; each stands for a bundled open font (see fonts.ts). */
export type FontName = 'SimSun' | 'FangSong' | 'KaiTi' | 'SimHei';

export interface TextStyle {
  readonly font: FontName;
  /** px */
  readonly fontSize: number;
  /** `#RRGGBB` */
  readonly color: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly lineThrough: boolean;
  readonly alignment: 'left' | 'center' | 'right';
}

/** A value to be drawn into page content before the first signature. */
export interface TextValue {
  /** Name used in errors: key, name or id of the component. */
  readonly label: string;
  readonly box: Box;
  readonly text: string;
  readonly multiLine: boolean;
  readonly style: TextStyle;
}

/** A small square at the box's left, middle or right, ticked or not. */
export interface CheckBoxValue {
  readonly label: string;
  readonly box: Box;
  readonly checked: boolean;
  /** `#RRGGBB` */
  readonly color: string;
  readonly alignment: TextStyle['alignment'];
}

/** A picture centred in its box, as large as the box allows. */
export interface PictureValue {
  readonly label: string;
  readonly box: Box;
  /** PNG or JPEG, as returned by readPicture. */
  readonly picture: Uint8Array;
}

/** Everything that is drawn into a document, and the fields that must exist, before the first signature. */
export interface DocumentPlan {
  readonly values: readonly TextValue[];
  readonly checkBoxes?: readonly CheckBoxValue[];
  readonly pictures?: readonly PictureValue[];
  readonly areas: readonly SignatureArea[];
  readonly seams?: readonly SeamStrips[];
}

/**
 * A known place for a signature: its field is created empty before the first signature. `box` is the component's box.
 */
export interface SignatureArea {
  readonly fieldName: string;
  readonly box: Box;
}

/**
 * Fields of a signer's seam seal: a button field `<name>-<page>` at the right edge of every page but the first, empty
 * before the first signature. The first page's slice is the appearance of the signature field itself.
 */
export interface SeamStrips {
  readonly name: string;
  /**
   * The area's box, of which height and size count; null: the whole edge, for signers who choose the height when
   * signing.
   */
  readonly box: Box | null;
  /** The seam's signature field, if it must exist beforehand; null: it is added at signing. */
  readonly fieldName: string | null;
}

export interface SealPath {
  /** SVG path data in mm, origin the seal's centre, y down; only M, L, C, Q, Z with absolute coordinates. */
  readonly data: string;
  readonly paint: 'fill' | 'stroke';
  /** mm; for strokes. */
  readonly strokeWidth?: number;
  readonly evenOdd?: boolean;
}

/** A seal as vector outlines: resolution-independent in PDF and on screen. */
export interface SealDrawing {
  readonly kind: 'outlines';
  /** Outer size, mm. */
  readonly width: number;
  readonly height: number;
  /** `#RRGGBB` */
  readonly color: string;
  /** 0 transparent to 1 opaque, of the seal as one group, so that overlaps do not become darker. */
  readonly alpha: number;
  readonly paths: readonly SealPath[];
}

/** A seal from a picture (scan, handwriting): PNG with transparency. */
export interface SealPicture {
  readonly kind: 'picture';
  /** Outer size, mm. */
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

export type Seal = SealDrawing | SealPicture;

export type Mark =
  | {
      readonly kind: 'seal';
      readonly seal: Seal;
      /** actual: the seal's millimetres, centred on the box; fitted: as large as the box allows. */
      readonly size: 'actual' | 'fitted';
      /** The signing date as printed under the seal; null if there is none. */
      readonly dateLine: string | null;
    }
  | {
      /** A seal across the right edges of all pages; of the placement's box only height and size count. */
      readonly kind: 'seam';
      readonly seal: Seal;
      readonly size: 'actual' | 'fitted';
      /** `name` of the SeamStrips. */
      readonly strips: string;
    }
  | { readonly kind: 'text'; readonly text: string; readonly multiLine: boolean; readonly style: TextStyle }
  | { readonly kind: 'picture'; readonly png: Uint8Array };

/** One visible signature: a mark in a signature field. `fieldName` is an area's, or new for a free placement. */
export interface Placement {
  readonly fieldName: string;
  readonly box: Box;
  readonly mark: Mark;
}

/** All signatures of one act in one file, each an incremental update of its own. */
export interface SignatureAct {
  readonly placements: readonly Placement[];
  /** Used without a placement in this file: the name of an invisible signature. */
  readonly invisibleFieldName: string;
  /** The private key stays outside: `sign` is called for each signature (sign/sign-document.ts). */
  readonly signer: SignerCertificate;
  /** /Name, /Reason, /Location of the signature dictionary (ISO 32000-2 table 255). */
  readonly name: string;
  readonly reason: string;
  readonly location: string | null;
  /** /M */
  readonly time: Date;
  /** Bytes reserved for a timestamp token on the act's last signature; omitted: it gets none. */
  readonly timestampLength?: number;
  /** Head of the event chain before the act, lower-case hexadecimal; omitted: the signatures contain none. */
  readonly eventHead?: string;
}

/** Why bytes did not become a document. */
export type DocumentRefusal =
  | 'NOT_A_PDF'
  | 'BROKEN'
  | 'PASSWORD'
  | 'DYNAMIC_FORM'
  | 'TOO_MANY_PAGES'
  | 'TOO_LARGE'
  | 'TOO_COMPLEX'
  | 'TOO_MANY_REVISIONS'
  | 'NO_PAGES';

export class DocumentRefused extends Error {
  constructor(
    readonly reason: DocumentRefusal,
    readonly detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'DocumentRefused';
  }
}

/** Why a value could not be drawn; the caller's input is at fault. */
export type DrawingRefusal = 'MISSING_GLYPH' | 'OVERFLOW' | 'OFF_PAGE';

export class DrawingRefused extends Error {
  constructor(
    readonly reason: DrawingRefusal,
    /** The label of the invalid value. */
    readonly label: string,
    /** The character that no font contains, for MISSING_GLYPH. */
    readonly character: string | null,
  ) {
    super(`${reason} in ${label}${character === null ? '' : `: ${character}`}`);
    this.name = 'DrawingRefused';
  }
}

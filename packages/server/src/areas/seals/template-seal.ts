/** Template seals: generated from the enterprise's name, drawn before anything is stored. */
import { SealStatus } from '@cinnabar/api/enums.js';
import type { SealCategory, SealShape } from '@cinnabar/api/schemas/seal.js';
import { DrawingRefused, type SealDrawing } from '@cinnabar/pdf/model.js';
import type { SealColor } from '@cinnabar/pdf/seals/seal-spec.js';
import type { Db } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { invalidField, type Refusal, refuse, type Words } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { sealCode } from './rules.js';
import { drawingBytes } from './seal-drawing.js';
import { insertSeal, type NewSeal, type SealRow } from './store.js';

/** px on the longer side of seal pictures. */
export const SEAL_PICTURE_SIZE = 600;

export interface SealFace {
  readonly corpName: string;
  readonly shape: SealShape;
  readonly horizontalText: string | null;
  readonly bottomText: string | null;
  readonly color: SealColor;
  readonly alpha: number;
}

export interface TemplateSealSpec extends SealFace {
  readonly corpId: CorpId;
  readonly sealName: string;
  readonly categoryType: SealCategory;
  readonly createdBy: UserId | null;
}

/** Input of createSealByTemplate and corpPreView with defaults applied. */
export function faceOf(
  corpName: string,
  given: {
    readonly sealTemplateStyle?: SealShape;
    readonly sealHorizontalText?: string;
    readonly sealBottomText?: string;
    readonly sealColor?: SealColor;
    readonly sealAlpha?: number;
  },
): SealFace {
  return {
    corpName,
    shape: given.sealTemplateStyle ?? 'round',
    horizontalText: blankAsNull(given.sealHorizontalText),
    bottomText: blankAsNull(given.sealBottomText),
    color: given.sealColor ?? 'Red',
    alpha: given.sealAlpha ?? 1,
  };
}

function blankAsNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** Draws the face. Throws Refusal 400 naming the text that cannot be drawn. */
export async function drawFace(
  services: Pick<Services, 'documents'>,
  face: SealFace,
): Promise<{ readonly drawing: SealDrawing; readonly png: Uint8Array }> {
  try {
    const drawing = await services.documents.drawSeal(face);
    return { drawing, png: await services.documents.sealPng(drawing, SEAL_PICTURE_SIZE) };
  } catch (error) {
    throw error instanceof DrawingRefused ? faceRefusal(error) : error;
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  horizontalText: 'sealHorizontalText',
  bottomText: 'sealBottomText',
};

function faceRefusal(error: DrawingRefused): Refusal {
  // The enterprise's name comes from its record and not from the request, but the name is what has to be changed.
  return invalidField(FIELDS[error.label] ?? 'corpName', faceProblem(error));
}

function faceProblem({ reason, character }: DrawingRefused): Words {
  if (reason === 'MISSING_GLYPH') {
    return {
      zh: `“${character}”无法显示，请更换写法`,
      en: `"${character}" cannot be displayed; write it differently`,
    };
  }
  return { zh: '无法在印章上清晰排版，请缩短', en: 'does not fit legibly on the seal, shorten it' };
}

/** Draws the seal and stores its face and picture; only an insert remains. */
export async function prepareTemplateSeal(
  services: Pick<Services, 'documents' | 'blobs' | 'ids'>,
  spec: TemplateSealSpec,
  now: Date,
): Promise<NewSeal> {
  const { drawing, png } = await drawFace(services, spec);
  const [face, picture] = await Promise.all([
    services.blobs.put(spec.corpId, drawingBytes(drawing)),
    services.blobs.put(spec.corpId, png),
  ]);
  const sealId = await services.ids.next<'Seal'>();
  return {
    corp_id: spec.corpId,
    seal_id: sealId,
    corp_name: spec.corpName,
    seal_code: sealCode(sealId),
    seal_name: spec.sealName,
    category_type: spec.categoryType,
    seal_style: 1,
    shape: spec.shape,
    width: drawing.width,
    height: drawing.height,
    horizontal_text: spec.horizontalText,
    bottom_text: spec.bottomText,
    source: 'TEMPLATE',
    status: SealStatus.enabled,
    drawing_hash: face.hash,
    image_hash: picture.hash,
    created_by: spec.createdBy,
    created_at: now,
  };
}

/** Draws and adds a template seal. Throws Refusal SEAL_NAME_EXIST, or 400 naming the text that cannot be drawn. */
export async function createTemplateSeal(
  services: Pick<Services, 'documents' | 'blobs' | 'ids'>,
  db: Db,
  spec: TemplateSealSpec,
  now: Date,
): Promise<SealRow> {
  const prepared = await prepareTemplateSeal(services, spec, now);
  const seal = await transact(db, (tx) => insertSeal(tx, prepared));
  if (seal === null) throw refuse('SEAL_NAME_EXIST');
  return seal;
}

/** State of a new seal before it is created, from a template or from a picture. */
import type { sealCategories } from '@cinnabar/api/schemas/seal.js';
import type { Step } from '../state/step.js';

export const sealColours = ['Red', 'Blue', 'Black', 'Purple'] as const;
export type SealColour = (typeof sealColours)[number];
export type SealStyle = 'round' | 'oval';
export type Category = (typeof sealCategories)[number];

/** Sizes in mm: of template seals, and the bounds of image seals. */
export const sealSizes = { round: [42, 42], oval: [45, 30] } as const;

/** @template Colour '' keeps the colours of the picture */
export interface SealDraft<Colour extends SealColour | ''> {
  readonly category: Category;
  /** null until somebody edits them: name and text then follow the category. */
  readonly typedName: string | null;
  readonly typedText: string | null;
  readonly bottom: string;
  readonly style: SealStyle;
  readonly colour: Colour;
  /** Opacity in per cent. */
  readonly percent: number;
  /** For image seals. */
  readonly picture: 'none' | 'fine' | 'tooLarge' | 'notPng';
}

export type SealDraftEvent<Colour> =
  | { readonly type: 'categoryChosen'; readonly category: Category }
  | { readonly type: 'nameTyped' | 'textTyped' | 'bottomTyped'; readonly text: string }
  | { readonly type: 'styleChosen'; readonly style: SealStyle }
  | { readonly type: 'colourChosen'; readonly colour: Colour }
  | { readonly type: 'percentChosen'; readonly percent: number }
  | {
      readonly type: 'pictureChosen';
      /** In bytes; `maxSize` is the server's limit. */
      readonly size: number;
      readonly maxSize: number;
      readonly mediaType: string;
    };

export type SealDraftEffect<Colour> =
  /** After any change, a refusal of the server no longer applies. */
  { readonly kind: 'forgetRefusal' } | { readonly kind: 'extract'; readonly colour: Colour };

export function firstSealDraft<Colour extends SealColour | ''>(
  category: Category,
  colour: Colour,
): SealDraft<Colour> {
  return {
    category,
    typedName: null,
    typedText: null,
    bottom: '',
    style: 'round',
    colour,
    percent: 100,
    picture: 'none',
  };
}

export function sealDraft<Colour extends SealColour | ''>(
  draft: SealDraft<Colour>,
  event: SealDraftEvent<Colour>,
): Step<SealDraft<Colour>, SealDraftEffect<Colour>> {
  switch (event.type) {
    case 'categoryChosen':
      return [{ ...draft, category: event.category }];
    case 'nameTyped':
      return [{ ...draft, typedName: event.text }, { kind: 'forgetRefusal' }];
    case 'textTyped':
      return [{ ...draft, typedText: event.text }];
    case 'bottomTyped':
      return [{ ...draft, bottom: event.text }];
    case 'styleChosen':
      return [{ ...draft, style: event.style }];
    case 'percentChosen':
      return [{ ...draft, percent: event.percent }];
    case 'colourChosen': {
      const { colour } = event;
      const tinted = { ...draft, colour };
      return draft.picture === 'fine' ? [tinted, { kind: 'extract', colour }] : [tinted];
    }
    case 'pictureChosen': {
      const picture = judged(event);
      const chosen = { ...draft, picture } as const;
      const forget = { kind: 'forgetRefusal' } as const;
      return picture === 'fine'
        ? [chosen, forget, { kind: 'extract', colour: draft.colour }]
        : [chosen, forget];
    }
  }
}

function judged({ size, maxSize, mediaType }: { size: number; maxSize: number; mediaType: string }) {
  if (size > maxSize) return 'tooLarge';
  return mediaType === 'image/png' ? 'fine' : 'notPng';
}

/** Request for a template seal; empty texts are omitted so that the server's defaults apply. */
export function templateFace({ style, colour, percent, bottom }: SealDraft<SealColour>, text: string) {
  return {
    sealStyle: 1 as const,
    sealTemplateStyle: style,
    sealColor: colour,
    sealAlpha: percent / 100,
    ...(text.trim() === '' ? {} : { sealHorizontalText: text.trim() }),
    ...(bottom.trim() === '' ? {} : { sealBottomText: bottom.trim() }),
  };
}

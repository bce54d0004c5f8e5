/** A seal before it is made: what is chosen and typed, from a template or from a picture. */
import type { sealCategories } from '@cinnabar/api/schemas/seal.js';
import type { Step } from '../shared/state/step.js';

export const sealColours = ['Red', 'Blue', 'Black', 'Purple'] as const;
export type SealColour = (typeof sealColours)[number];
export type SealStyle = 'round' | 'oval';
export type Category = (typeof sealCategories)[number];

/** mm; what the server cuts, and into what it fits pictures. */
export const sealSizes = { round: [42, 42], oval: [45, 30] } as const;

/** @template Colour '' leaves a picture as it is */
export interface SealDraft<Colour extends SealColour | ''> {
  readonly category: Category;
  /** null until somebody types them: then name and text are those that the kind usually has. */
  readonly typedName: string | null;
  readonly typedText: string | null;
  readonly bottom: string;
  readonly style: SealStyle;
  readonly colour: Colour;
  /** Of opacity. */
  readonly percent: number;
  /** Of a seal from a picture. */
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
      /** Bytes, and as much as the server takes. */
      readonly size: number;
      readonly maxSize: number;
      readonly mediaType: string;
    };

export type SealDraftEffect<Colour> =
  /** What the server refused is another seal now. */
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

/** What is asked of the server for a seal from a template; empty texts are left to it. */
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

/** The part of fontkit (which brings no types) that the tests judge font subsets with. */
declare module 'fontkit' {
  export interface Glyph {
    readonly advanceWidth: number;
    readonly path: { toSVG(): string };
  }
  export interface Font {
    readonly unitsPerEm: number;
    getGlyph(id: number): Glyph;
  }
  export function create(bytes: Buffer): Font;
}

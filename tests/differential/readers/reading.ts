/** A reader's interpretation of a file. */
export interface Reading {
  /** All of the text it finds, in its order. */
  readonly words: readonly Word[];
  readonly pages: readonly Picture[];
}

export interface Word {
  readonly text: string;
  /** Its centre, from the lower left corner of its page; null if the reader does not report it. */
  readonly at: { readonly page: number; readonly x: number; readonly y: number } | null;
}

/** A page at 72 dpi: one pixel per point. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel. */
  readonly pixels: Uint8Array;
}

export interface Reader {
  readonly name: string;
  /** null if it is not installed. */
  readonly version: string | null;
  /** null if it refuses the file. */
  read(path: string): Promise<Reading | null>;
  close?(): void;
}

export function wordsOf(text: string): readonly Word[] {
  return text
    .split(/[\s\0]+/u)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, at: null }));
}

/** Parses the pages written by `pdftotext -bbox`. */
export function placedWordsOf(html: string): readonly Word[] {
  const words: Word[] = [];
  let page = -1;
  let height = 0;
  const parts =
    /<page width="[^"]+" height="([^"]+)">|<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="([^"]+)">([^<]*)</g;
  for (const [, tall, left, top, right, bottom, text] of html.matchAll(parts)) {
    if (text === undefined) {
      page += 1;
      height = Number(tall);
    } else {
      const middle = (one: string | undefined, other: string | undefined): number =>
        (Number(one) + Number(other)) / 2;
      words.push({ text, at: { page, x: middle(left, right), y: height - middle(top, bottom) } });
    }
  }
  return words;
}

/** The binary pixmaps in a stream, with grey ones converted to colour. */
export function picturesOf(bytes: Buffer): readonly Picture[] {
  const pictures: Picture[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = /^(P[56])\s(?:#[^\n]*\n)*(\d+)\s+(\d+)\s+(\d+)\s/.exec(
      bytes.toString('latin1', at, at + 200),
    );
    if (head === null) break;
    const [whole, kind, across, up] = head;
    const [width, height] = [Number(across), Number(up)];
    const channels = kind === 'P5' ? 1 : 3;
    const start = at + whole.length;
    const found = bytes.subarray(start, start + width * height * channels);
    if (found.length < width * height * channels) break;
    pictures.push({ width, height, pixels: channels === 3 ? found : inColour(found) });
    at = start + found.length;
  }
  return pictures;
}

function inColour(grey: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(grey.length * 3);
  for (const [index, value] of grey.entries()) pixels.fill(value, 3 * index, 3 * index + 3);
  return pixels;
}

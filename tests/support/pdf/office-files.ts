import { strToU8, zipSync } from 'fflate';

/** Documents as written by word processors, reduced to what a test needs. */

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export interface DocxParts {
  /** Content of w:body before the section's own properties. */
  readonly body: string;
  readonly header?: string;
  readonly footer?: string;
  /** Content of `word/media/image1.png`, a PNG. */
  readonly picture?: Uint8Array;
  /** Additional relationships of the document, as XML. */
  readonly relationships?: string;
}

/** One run of text in a font with its Windows name. */
export function run(text: string, font: string, extra = ''): string {
  const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}"/>`;
  return `<w:r><w:rPr>${fonts}${extra}<w:sz w:val="24"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

export const paragraph = (...runs: readonly string[]): string => `<w:p>${runs.join('')}</w:p>`;

export const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

/** A field that Word computes, such as PAGE or NUMPAGES. */
export const field = (instruction: string): string =>
  `<w:fldSimple w:instr="${instruction}">${run('?', 'SimSun')}</w:fldSimple>`;

export function table(rows: readonly (readonly string[])[], font: string): string {
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:color="000000"/>`)
    .join('');
  const lines = rows.map((cells) => {
    const inside = cells.map(
      (cell) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(run(cell, font))}</w:tc>`,
    );
    return `<w:tr>${inside.join('')}</w:tr>`;
  });
  return `<w:tbl><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr>${lines.join('')}</w:tbl>`;
}

/** An inline picture of `size` EMU (914400 an inch) a side; `link` instead of embedding it. */
export function picture(size: number, kind: 'embed' | 'link' = 'embed'): string {
  const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const pic = 'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
  const wp = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
  return `<w:p><w:r><w:drawing><wp:inline ${wp}><wp:extent cx="${size}" cy="${size}"/><wp:docPr id="1" name="p"/>
<a:graphic ${a}><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic ${pic}>
<pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>
<pic:blipFill><a:blip r:${kind}="rPicture"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>
<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${size}" cy="${size}"/></a:xfrm>
<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>
</wp:inline></w:drawing></w:r></w:p>`;
}

export function docx({ body, header, footer, picture: image, relationships = '' }: DocxParts): Uint8Array {
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const part = (kind: string, content: string | undefined) =>
    content === undefined
      ? {}
      : {
          [`word/${kind}1.xml`]: strToU8(`${HEAD}<w:${short(kind)} ${W} ${R}>${content}</w:${short(kind)}>`),
        };
  const short = (kind: string) => (kind === 'header' ? 'hdr' : 'ftr');
  const reference = (kind: string, content: string | undefined) =>
    content === undefined ? '' : `<w:${kind}Reference w:type="default" r:id="r${kind}"/>`;
  const type = (name: string, kind: string) =>
    `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml"/>`;
  const section = `<w:sectPr>${reference('header', header)}${reference('footer', footer)}<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800" w:header="851" w:footer="992"/></w:sectPr>`;
  return zipSync({
    '[Content_Types].xml': strToU8(
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/>${type('document', 'document.main')}${header === undefined ? '' : type('header1', 'header')}${footer === undefined ? '' : type('footer1', 'footer')}</Types>`,
    ),
    '_rels/.rels': strToU8(
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship('r1', 'officeDocument', 'word/document.xml')}</Relationships>`,
    ),
    'word/_rels/document.xml.rels': strToU8(
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${header === undefined ? '' : relationship('rheader', 'header', 'header1.xml')}${footer === undefined ? '' : relationship('rfooter', 'footer', 'footer1.xml')}${image === undefined ? '' : relationship('rPicture', 'image', 'media/image1.png')}${relationships}</Relationships>`,
    ),
    'word/document.xml': strToU8(
      `${HEAD}<w:document ${W} ${R}><w:body>${body}${section}</w:body></w:document>`,
    ),
    ...part('header', header),
    ...part('footer', footer),
    ...(image === undefined ? {} : { 'word/media/image1.png': image }),
  });
}

/** @param text content of office:text */
export function odt(text: string): Uint8Array {
  const names = ['office', 'text', 'table', 'style', 'draw', 'form', 'script'].map(
    (name) =>
      `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
  );
  const more =
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"';
  const media = 'application/vnd.oasis.opendocument.text';
  return zipSync({
    mimetype: [strToU8(media), { level: 0 }],
    'META-INF/manifest.xml': strToU8(
      `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${media}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    ),
    'content.xml': strToU8(
      `<office:document-content ${names.join(' ')} ${more} office:version="1.2"><office:body><office:text>${text}</office:text></office:body></office:document-content>`,
    ),
  });
}

/** Unicode in RTF: signed 16-bit units, each with a substitute. */
export function rtf(text: string, font: string): Uint8Array {
  const units = Array.from(
    Buffer.from(text, 'utf16le').swap16().toString('hex').matchAll(/..../g),
    ([unit]) => {
      const code = Number.parseInt(unit, 16);
      return code < 0x80 ? String.fromCharCode(code) : `\\u${code > 0x7fff ? code - 0x10000 : code}?`;
    },
  );
  return Buffer.from(
    `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 ${font};}}\\f0\\fs24 ${units.join('')}\\par}`,
    'latin1',
  );
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Face, FontLibrary } from '../fonts/fonts.js';

/**
 * PDFium compiled to WebAssembly has no Chinese font and omits the text of every document that does not embed its
 * fonts. It requests fonts through a function table (FPDF_SYSFONTINFO in fpdf_sysfontinfo.h), which is implemented
 * here, so that SimSun without an embedded font is drawn in its substitute face.
 */

/** Functions of the compiled library that are called directly. Pointers are 32-bit offsets into its memory. */
export interface PdfiumExports {
  readonly memory: WebAssembly.Memory;
  readonly table: WebAssembly.Table;
  malloc(size: number): number;
  setSystemFontInfo(info: number): void;
  /** Any other function of PDFium's interface, by its name. */
  call(name: string, ...values: readonly number[]): number;
}

/** Functions of FPDF_SYSFONTINFO, version 1. */
const CALLBACKS = 8;

export interface PdfiumInstance {
  readonly instantiate: (
    imports: WebAssembly.Imports,
    ready: (instance: WebAssembly.Module) => void,
  ) => WebAssembly.Exports;
  /** After `instantiate`. */
  exports(): PdfiumExports;
}

const require = createRequire(import.meta.url);
let compiled: Promise<WebAssembly.Module> | null = null;

export async function pdfiumInstance(): Promise<PdfiumInstance> {
  compiled ??= readFile(require.resolve('@hyzyla/pdfium/pdfium.wasm')).then((wasm) =>
    WebAssembly.compile(withRoomInTable(wasm, CALLBACKS)),
  );
  const module = await compiled;
  let instance: WebAssembly.Instance | null = null;
  return {
    instantiate: (imports, ready) => {
      instance = new WebAssembly.Instance(module, imports);
      ready(instance);
      return instance.exports;
    },
    exports: () => {
      if (instance === null) throw new Error('PDFium is not instantiated');
      return named(instance.exports);
    },
  };
}

function named(exports: WebAssembly.Exports): PdfiumExports {
  const { memory, malloc } = exports;
  const table = exports['__indirect_function_table'];
  const setSystemFontInfo = exports['FPDF_SetSystemFontInfo'];
  if (!(memory instanceof WebAssembly.Memory) || !(table instanceof WebAssembly.Table)) {
    throw new Error('PDFium does not export its memory and function table');
  }
  if (typeof malloc !== 'function' || typeof setSystemFontInfo !== 'function') {
    throw new Error('PDFium does not export malloc and FPDF_SetSystemFontInfo');
  }
  return {
    memory,
    table,
    malloc: (size) => Number(malloc(size)),
    setSystemFontInfo: (info) => setSystemFontInfo(info),
    call: (name, ...values) => {
      const called = exports[name];
      if (typeof called !== 'function') throw new Error(`PDFium exports no ${name}`);
      return Number(called(...values));
    },
  };
}

/** Character sets of fpdf_sysfontinfo.h: Shift JIS, Hangul, GB 2312, Big 5. */
const EAST_ASIAN = new Set([128, 129, 134, 136]);
const GB_2312 = 134;
const ROMAN_FAMILY = 0x10;
const BOLD_FROM = 600;

/** Names of East Asian fonts in documents that do not state a character set. */
const CHINESE_NAME = /song|sim|hei|kai|fang|ming|宋|黑|楷|仿|明|华文|方正|微软雅黑|等线|雅黑/iu;

export function giveFonts(pdfium: PdfiumExports, fonts: FontLibrary): void {
  const { memory, table } = pdfium;
  /** A font's handle is its index here, from 1: 0 means none. */
  const handed: Face[] = [];

  const map = (weight: number, charset: number, family: number, namePointer: number): number => {
    const name = readName(memory, namePointer);
    if (!EAST_ASIAN.has(charset) && !CHINESE_NAME.test(name)) return 0;
    const face = standIn(fonts, name, weight >= BOLD_FROM || /bold|粗/iu.test(name), family);
    const known = handed.indexOf(face);
    return known >= 0 ? known + 1 : handed.push(face);
  };
  const copy = (bytes: Uint8Array, buffer: number, room: number): number => {
    if (buffer !== 0 && room >= bytes.length) new Uint8Array(memory.buffer).set(bytes, buffer);
    return bytes.length;
  };

  const functions: readonly (readonly [parameters: number, answers: boolean, (...p: number[]) => number])[] =
    [
      /* Release */ [1, false, () => 0],
      /* EnumFonts */ [2, false, () => 0],
      /* MapFont */ [
        7,
        true,
        (_info, weight = 0, _italic, charset = 0, family = 0, name = 0) => map(weight, charset, family, name),
      ],
      /* GetFont */ [2, true, () => 0],
      /* GetFontData; table 0 is the whole file, and there are no collections */ [
        5,
        true,
        (_info, handle = 0, wanted = 0, buffer = 0, room = 0) => {
          const face = handed[handle - 1];
          return face === undefined || wanted !== 0 ? 0 : copy(face.bytes, buffer, room);
        },
      ],
      /* GetFaceName */ [
        4,
        true,
        (_info, handle = 0, buffer = 0, room = 0) => {
          const face = handed[handle - 1];
          return face === undefined ? 0 : copy(new TextEncoder().encode(`${face.id}\0`), buffer, room);
        },
      ],
      /* GetFontCharset */ [2, true, () => GB_2312],
      /* DeleteFont */ [2, false, () => 0],
    ];

  const info = pdfium.malloc(4 * (functions.length + 1));
  const first = table.grow(CALLBACKS);
  const words = [1, ...functions.map((_, index) => first + index)];
  for (const [index, [parameters, answers, act]] of functions.entries()) {
    table.set(first + index, callable(parameters, answers, act));
  }
  const view = new DataView(memory.buffer);
  for (const [index, word] of words.entries()) view.setUint32(info + 4 * index, word, true);
  pdfium.setSystemFontInfo(info);
}

function standIn(fonts: FontLibrary, name: string, bold: boolean, family: number): Face {
  if (/hei|gothic|sans|黑|等线/iu.test(name)) return fonts.face('SimHei', bold);
  if (/kai|楷/iu.test(name)) return fonts.face('KaiTi', bold);
  if (/fang|仿/iu.test(name)) return fonts.face('FangSong', bold);
  if (/song|ming|sun|宋|明/iu.test(name)) return fonts.face('SimSun', bold);
  return fonts.face((family & ROMAN_FAMILY) === 0 && name !== '' ? 'SimHei' : 'SimSun', bold);
}

/** Older documents name their fonts in GBK. */
function readName(memory: WebAssembly.Memory, pointer: number): string {
  if (pointer === 0) return '';
  const bytes = new Uint8Array(memory.buffer, pointer);
  const end = Math.min(bytes.indexOf(0), 256);
  const name = bytes.slice(0, end < 0 ? 256 : end);
  const utf8 = new TextDecoder('utf-8').decode(name);
  return utf8.includes('\ufffd') ? new TextDecoder('gb18030').decode(name) : utf8;
}

const I32 = 0x7f;

/**
 * A function table accepts only WebAssembly functions: a module whose one import is also its export converts a
 * JavaScript function (binary format of the WebAssembly core specification, sections type, import, export).
 */
function callable(parameters: number, answers: boolean, act: (...p: number[]) => number): unknown {
  const type = [
    0x60,
    parameters,
    ...Array.from({ length: parameters }, () => I32),
    ...(answers ? [1, I32] : [0]),
  ];
  const bytes = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, type.length + 1, 0x01, ...type],
    ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
    ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
  ]);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { f: act } });
  return instance.exports['f'];
}

const HEADER = 8;
const TABLE_SECTION = 4;
const HAS_MAXIMUM = 0x01;

/**
 * The library was linked with a function table that cannot grow. Its stated maximum is raised in a copy of the binary:
 * table section = count, element type, flags, minimum, maximum, all LEB128.
 */
function withRoomInTable(wasm: Uint8Array, room: number): Uint8Array {
  const bytes = new Uint8Array(wasm);
  for (let section = HEADER; section < bytes.length; ) {
    const size = readLeb128(bytes, section + 1);
    if (bytes[section] !== TABLE_SECTION) {
      section = size.next + size.value;
      continue;
    }
    const flags = readLeb128(bytes, size.next).next + 1;
    if (((bytes[flags] ?? 0) & HAS_MAXIMUM) === 0) return bytes;
    const maximum = readLeb128(bytes, flags + 1).next;
    writeLeb128(bytes, maximum, readLeb128(bytes, maximum), room);
    return bytes;
  }
  return bytes;
}

function readLeb128(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let shift = 0, next = at; shift < 35; shift += 7, next++) {
    const byte = bytes[next] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: next + 1 };
  }
  throw new Error('PDFium is not a WebAssembly module');
}

/** Adds to a LEB128 number without changing its length, so that nothing after it moves. */
function writeLeb128(
  bytes: Uint8Array,
  at: number,
  before: { readonly value: number; readonly next: number },
  room: number,
): void {
  let rest = before.value + room;
  for (let index = at; index < before.next; index++) {
    bytes[index] = (rest % 128) + (index === before.next - 1 ? 0 : 128);
    rest = Math.floor(rest / 128);
  }
  if (rest > 0) throw new Error('the function table of PDFium is full');
}

// Draws handwriting.png, the output of a signature pad when the demo's witness writes their name: strokes on a
// transparent background. Run it after changing the strokes: node scripts/sample/draw-handwriting.mjs
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const strokes = [
  'M60 95C85 92 110 88 135 82M98 45C100 100 97 150 92 205M97 98C85 130 70 155 48 175M100 108C110 125 122 138 134 146',
  'M142 92C168 88 195 82 222 76M184 40C187 95 184 150 176 212M183 92C170 128 156 152 138 172M186 98C205 128 230 158 262 178',
  'M300 90C300 125 298 150 296 176M300 92C318 88 330 86 340 88C342 116 340 146 336 172M300 130L337 126M298 172L336 168',
  'M392 62C382 82 372 94 358 106M386 74C402 72 416 70 424 72C418 84 408 94 398 102M402 84C402 110 398 140 384 168',
  'M368 112C390 108 412 104 432 104C432 118 428 130 424 140M370 114C372 126 374 136 376 144M376 142L426 136',
  'M384 168C378 180 366 192 352 198M404 140C402 168 406 188 430 190C446 190 456 182 458 166',
  'M480 150C500 120 520 110 530 130C536 150 500 180 492 160C490 140 540 110 572 96',
];
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="260"><path d="${strokes.join('')}"
  fill="none" stroke="#1b2a6b" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
const png = sharp(Buffer.from(svg)).png({ palette: true, colours: 16, compressionLevel: 9 });
await png.toFile(fileURLToPath(new URL('handwriting.png', import.meta.url)));

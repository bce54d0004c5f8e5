// Decompresses the fonts that npm provides only as WOFF2 into packages/fonts/files (not in git).
import { prepareFonts } from '../packages/fonts/dist/index.js';

await prepareFonts();

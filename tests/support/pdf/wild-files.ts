import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentRefusal } from '@cinnabar/pdf/model.js';
import { WILD_FILES } from '../../../scripts/test-tools/tools.mjs';

export const wildFileNames: readonly string[] = existsSync(WILD_FILES)
  ? ['import', 'signed'].flatMap((part) =>
      readdirSync(join(WILD_FILES, part)).map((file) => `${part}/${file}`),
    )
  : [];

/** For `test.each`, which needs at least one: without the files, a single test stands for them and is skipped. */
export const wildFileCases: readonly string[] = wildFileNames.length > 0 ? wildFileNames : ['all of them'];

export function wildFile(name: string): Uint8Array {
  return readFileSync(wildPath(name));
}

export function wildPath(name: string): string {
  return join(WILD_FILES, name);
}

/** The expected result for a file. */
export type Verdict =
  | { readonly pages: number; readonly signed: boolean }
  | { readonly refused: DocumentRefusal };

const becomes = (pages: number): Verdict => ({ pages, signed: false });
const SIGNED: Verdict = { pages: 1, signed: true };
/** Each requires a user password or a recipient's certificate; pdfinfo cannot open them either. */
const LOCKED: Verdict = { refused: 'PASSWORD' };

/** Every file with its expected result, as judged by inspection. */
export const VERDICTS: Readonly<Record<string, Verdict>> = {
  'import/attachments__embedded_zip.pdf': becomes(1),
  'import/attachments__null_PDComplexFileSpecification.pdf': becomes(1),
  'import/basic__SimpleForm2Fields.pdf': becomes(1),
  'import/basic__rot0.pdf': becomes(1),
  'import/encryption__AES256ExposedMeta.pdf': LOCKED,
  'import/encryption__PasswordSample-128bit.pdf': LOCKED,
  'import/encryption__PasswordSample-256bit.pdf': LOCKED,
  'import/encryption__PasswordSample-40bit.pdf': LOCKED,
  'import/forms__form_to_flatten.pdf': becomes(1),
  'import/forms__pdfjs__annotation-choice-widget.pdf': becomes(1),
  'import/forms__pdfjs__issue15053.pdf': becomes(1),
  'import/forms__with_combed_fields.pdf': becomes(13),
  'import/layers__no-layers.pdf': becomes(1),
  'import/layers__pdfbox-header-footer.pdf': becomes(8),
  'import/layers__pdfjs-49-layers.pdf': becomes(1),
  'import/layers__pdfjs-visibility-expressions.pdf': becomes(1),
  'import/layers__single-layer-off.pdf': becomes(1),
  'import/malformed__MissingCatalog.pdf': becomes(1),
  // Its tree names two pages, and the object of the first is missing.
  'import/malformed__PDFBOX-6040-nodeloop.pdf': { refused: 'BROKEN' },
  'import/malformed__pdfbox__PDFBOX-3783.pdf': becomes(1),
  'import/malformed__pdfbox__PDFBOX-3940.pdf': becomes(5),
  'import/malformed__pdfbox__PDFBOX-3948.pdf': becomes(3),
  'import/malformed__pdfbox__PDFBOX-3949.pdf': becomes(234),
  'import/malformed__pdfbox__PDFBOX-3950.pdf': becomes(8),
  'import/malformed__pdfbox__PDFBOX-3951.pdf': becomes(143),
  'import/malformed__pdfbox__PDFBOX-3964.pdf': becomes(10),
  'import/malformed__pdfbox__PDFBOX-3977.pdf': becomes(1),
  'import/malformed__pdfbox__PDFBOX-4490.pdf': becomes(3),
  'import/malformed__pdfbox__genko_oc_shiryo1.pdf': becomes(6),
  'import/malformed__xref-off-by-one.pdf': becomes(3),
  'import/scenarios__indirect-xobject-resources.pdf': becomes(1),
  'import/text__openoffice-test-document.pdf': becomes(1),
  'import/text__rot0.pdf': becomes(1),
  'import/text__rtl-placed-ltr-text.pdf': becomes(1),
  'import/text__variety__ArabicCIDTrueType.pdf': becomes(1),
  'import/text__variety__arial_unicode_en_cidfont.pdf': becomes(1),
  'import/text__variety__cid_cff.pdf': becomes(1),
  'import/text__variety__font_ascent_descent.pdf': becomes(1),
  'import/text__variety__hello-world.pdf': becomes(1),
  'import/text__variety__helloworld.pdf': becomes(1),
  'import/text__variety__mixedfonts.pdf': becomes(1),
  'import/text__variety__pdf-lib-standard-fonts.pdf': becomes(5),
  'import/text__variety__sample_fonts_solidconvertor.pdf': becomes(1),
  'import/xref__sampleForSpec.pdf': becomes(1),
  // The numbers in its object stream are garbled, but the page can be identified.
  'signed/broken-objstream2.pdf': becomes(1),
  // Its object stream is truncated before the page tree.
  'signed/broken-objstream6.pdf': { refused: 'BROKEN' },
  'signed/certified-with-indirect-refs-in-dir.pdf': SIGNED,
  // The same page repeatedly: it is displayed once.
  'signed/circular-page-tree.pdf': becomes(1),
  'signed/coverage-anomalies__one-byterange.pdf': SIGNED,
  'signed/coverage-anomalies__signature-gap-too-big.pdf': SIGNED,
  'signed/coverage-anomalies__tail-uncovered.pdf': SIGNED,
  'signed/coverage-anomalies__weird-byterange.pdf': SIGNED,
  // Only embedded files are encrypted.
  'signed/embedded-encrypted-nocf.pdf': becomes(1),
  'signed/extensions-indirect-not-all-paths.pdf': SIGNED,
  'signed/extensions-indirect.pdf': SIGNED,
  'signed/form-tree-circular-ref-input.pdf': becomes(1),
  'signed/form-update-no-override-appearance-stream-ap-indirect-sneaky.pdf': SIGNED,
  'signed/form-update-no-override-appearance-stream-ap-indirect.pdf': SIGNED,
  'signed/form-update-original-ap-type-wrong.pdf': SIGNED,
  'signed/form-update-override-appearance-stream-sneaky.pdf': SIGNED,
  'signed/form-update-override-appearance-stream.pdf': SIGNED,
  'signed/layout-tests__arabic-box.pdf': becomes(1),
  'signed/layout-tests__code128-test.pdf': becomes(1),
  'signed/layout-tests__default-font.pdf': becomes(1),
  'signed/layout-tests__double-newline.pdf': becomes(1),
  'signed/layout-tests__fancy-qr-stamp-test.pdf': becomes(1),
  'signed/layout-tests__ja-vert-stamps.pdf': becomes(1),
  'signed/layout-tests__leaky-graphics-state-stamp-no-corr-result.pdf': becomes(1),
  'signed/layout-tests__multiline-textbox-nondefault-fs.pdf': becomes(1),
  'signed/layout-tests__source-serif-test.pdf': becomes(1),
  'signed/leaky-graphics-state-doc.pdf': becomes(1),
  'signed/malformed-encrypt-dict1.pdf': LOCKED,
  'signed/minimal-aes256-empty-encrypted-string.pdf': LOCKED,
  'signed/minimal-aes256-malformed-oe.pdf': LOCKED,
  'signed/minimal-aes256-malformed-perms.pdf': LOCKED,
  'signed/minimal-broken-xref-size.pdf': becomes(1),
  'signed/minimal-hybrid-xref.pdf': becomes(1),
  'signed/minimal-pubkey-aes256.pdf': LOCKED,
  'signed/minimal-pubkey-rc4-envelope.pdf': LOCKED,
  'signed/minimal-pubkey-unknown-envelope-alg.pdf': LOCKED,
  'signed/minimal-rc4.pdf': LOCKED,
  'signed/minimal-startxref-hopeless.pdf': becomes(1),
  'signed/minimal-startxref-obo3.pdf': becomes(1),
  'signed/minimal-startxref-obo4.pdf': becomes(1),
  'signed/minimal-two-fields-pubkey-rc4.pdf': LOCKED,
  'signed/minimal-two-fields-signed-twice.pdf': SIGNED,
  'signed/minimal-two-fields-tagged.pdf': becomes(1),
  'signed/minimal-two-fields.pdf': becomes(1),
  'signed/minimal-two-pages.pdf': becomes(2),
  'signed/minimal-with-field-aes256.pdf': LOCKED,
  'signed/minimal-with-field-pubkey-aes256.pdf': LOCKED,
  'signed/minimal-with-field-rc4.pdf': LOCKED,
  'signed/minimal-with-field-tagged.pdf': becomes(1),
  'signed/minimal-with-field.pdf': becomes(1),
  'signed/minimal-with-orphaned-xrefs.pdf': becomes(1),
  'signed/minimal-with-simple-form.pdf': becomes(1),
  'signed/no-mediabox.pdf': becomes(1),
  'signed/pades-with-old-style-signing-cert-attr.pdf': SIGNED,
  'signed/page-tree-direct-kid.pdf': becomes(2),
  'signed/pubkey-3des-test.pdf': LOCKED,
  'signed/pubkey-ecc-test.pdf': LOCKED,
  'signed/safedocs__CompactedPDFSyntaxTest.pdf': becomes(1),
  'signed/scribble-decomp.pdf': becomes(1),
  'signed/scribble-in-arr.pdf': becomes(1),
  'signed/scribble.pdf': becomes(1),
  'signed/separate-annots-kids-indir.pdf': SIGNED,
  'signed/signed-encrypted-pubkey-with-catalog-ref.pdf': LOCKED,
  'signed/simple-acroform-states.pdf': becomes(1),
  'signed/struct-tree-circular-ref.pdf': becomes(1),
};

/** Files whose original poppler itself cannot render, with the reason: they cannot be compared. */
export const WITHOUT_REFERENCE: Readonly<Record<string, string>> = {
  'import/malformed__pdfbox__PDFBOX-3948.pdf': 'poppler finds no page in it',
  'import/malformed__pdfbox__PDFBOX-3950.pdf': 'poppler shows blank pages, where the text can be recovered',
  'import/malformed__pdfbox__PDFBOX-3951.pdf': 'poppler shows blank pages, where the text can be recovered',
  'signed/broken-objstream2.pdf': 'poppler finds no page in it',
  'signed/minimal-startxref-obo4.pdf': 'poppler finds no page in it',
};

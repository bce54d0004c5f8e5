// The signature that benchmarks of signing repeat: one seal as outlines, with a date line.
import { drawSeal } from '@cinnabar/pdf/seals/draw-seal.js';

/** Position of the seal, px at 96 dpi. */
export const sealBox = { page: 1, x: 400, y: 700, width: 159, height: 159 };

/**
 * @returns a function that makes the SignatureAct of a signer (makeSigner) in a field and a box (by default sealBox)
 */
export function visibleActs(fonts) {
  const seal = drawSeal(fonts, {
    shape: 'round',
    corpName: '上海朱砂电子合同有限公司',
    horizontalText: '合同专用章',
    bottomText: '3101150012345',
    color: 'Red',
    alpha: 0.9,
  });
  return (signer, fieldName, box = sealBox) => ({
    placements: [{ fieldName, box, mark: { kind: 'seal', seal, size: 'actual', dateLine: '2026-11-20' } }],
    invisibleFieldName: 'sig-1-file-1',
    signer: signer.certificate,
    name: '王五',
    reason: '上海朱砂电子合同有限公司 王五',
    location: null,
    time: new Date(),
  });
}

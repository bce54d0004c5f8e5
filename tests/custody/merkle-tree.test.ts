/** Merkle trees of RFC 9162: known roots, and paths that prove exactly one leaf. */
import { leafHash, merklePath, merkleRoot, provesLeaf } from '@cinnabar/server/custody/merkle-tree.js';
import { describe, expect, test } from 'vitest';

// Leaves and roots from the tests of Certificate Transparency.
const CONTENTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leaves = CONTENTS.map((content) => leafHash(Buffer.from(content, 'hex')));

describe('a Merkle tree', () => {
  test.each(ROOTS.map((root, index) => [index + 1, root] as const))(
    'of %i leaves has the expected root',
    (size, root) => {
      expect(Buffer.from(merkleRoot(leaves.slice(0, size))).toString('hex')).toBe(root);
    },
  );

  test('proves each of its leaves at its own position, and nothing else', () => {
    for (let size = 1; size <= leaves.length; size += 1) {
      const tree = leaves.slice(0, size);
      const root = merkleRoot(tree);
      for (const [index, leaf] of tree.entries()) {
        const path = merklePath(tree, index);
        for (const [other, claimed] of tree.entries()) {
          const holds = provesLeaf(claimed, { index: other, size }, path, root);
          expect(holds).toBe(other === index);
        }
        expect(provesLeaf(leaf, { index, size: size + 8 }, path, root)).toBe(false);
        expect(provesLeaf(leaf, { index, size }, [...path, root], root)).toBe(false);
      }
    }
  });

  test('refuses positions outside the tree', () => {
    const root = merkleRoot(leaves);
    for (const index of [-1, 8, 0.5, Number.NaN])
      expect(provesLeaf(root, { index, size: 8 }, [], root)).toBe(false);
  });
});

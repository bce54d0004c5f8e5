/** Flags of parties come from callers, and become part of patterns. */
import { namedParties } from '@cinnabar/server/areas/templates/suggest/parties-of-contract.js';
import { expect, test } from 'vitest';

test.each(['甲-方', '甲/方', '(', '[a', '\\', '$^', '{1}', '*', '甲|乙', ''])(
  'a party may be called %s',
  (participantFlag) => {
    const [party] = namedParties([{ participantFlag, participantType: 1 }], []);
    expect(party?.names).toEqual([participantFlag]);
  },
);

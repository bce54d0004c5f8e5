/** Types of set-sample.mjs, for the tests. */
import type { TextValue } from '@cinnabar/pdf/model.js';

export function setSample(source: string): {
  readonly template: {
    readonly templateName: string;
    readonly participantList: readonly object[];
    readonly components: readonly object[];
  };
  readonly texts: readonly TextValue[];
  readonly rules: readonly object[];
  readonly pageCount: number;
};

/** What a manager of a seal and the member see before either wants it to be placed automatically. */
import type { Id } from '../schema.js';

export interface AutomaticSealView {
  readonly id: Id<'SealAuthorisation'>;
  readonly corpName: string;
  /** In whose name the acts are made. */
  readonly memberName: string;
  readonly sealName: string;
  readonly sealImageUrl: string;
  readonly effectiveTime: Date;
  readonly expireTime: Date | null;
  readonly status: 'none' | 'awaitingManager' | 'awaitingMember' | 'inForce';
  /** Who manages the seal and wants it; null while nobody does, or where the platform's operator switched it on. */
  readonly manager: string | null;
  /** For which it would hold, as they are now. */
  readonly templates: readonly {
    readonly templateId: Id<'Template'>;
    readonly templateName: string;
    readonly updateTime: Date;
    readonly files: readonly { readonly fileName: string; readonly pages: readonly string[] }[];
  }[];
  /** Stands for all of this: who wants it says with it what they saw. */
  readonly shown: string;
}

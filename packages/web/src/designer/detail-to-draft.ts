/** A published version as a draft: controls name their party by flag and their file by index. Pure. */
import type { templateVersionInfo } from '@cinnabar/api/operations/template-drafts.js';
import type { DataOf } from '../api/wire.js';
import type { WireDraft } from './design.js';
import { attributeOf } from './read-controls.js';

type Detail = Omit<DataOf<typeof templateVersionInfo>, 'version' | 'note'>;

export function draftOfDetail(detail: Detail): WireDraft {
  const { participantList, contractFileList } = detail;
  return {
    templateId: detail.templateId,
    templateName: detail.templateName,
    encryptFlag: detail.encryptFlag,
    participantList: participantList.map((party) => ({
      participantId: party.participantId,
      participantFlag: party.participantFlag,
      participantType: party.participantType,
      participateBizType: party.participateBizType,
      participantSetMode: party.participantSetMode,
      ...given({
        psnAccount: party.psnAccount,
        psnName: party.psnName,
        participantCorpName: party.participantCorpName,
      }),
      draftSort: party.draftSort,
      signOrder: party.signOrder,
    })),
    contractFileList: contractFileList.map(({ fileId, fileName, fileUrl, totalPage, width, height }) => ({
      ...{ fileId, fileName, fileUrl, totalPage, width, height },
    })),
    copierList: detail.copierList.map(({ copierId, copierType, psnAccount, psnName, corpName }) => ({
      ...{ copierId, copierType },
      ...given({ psnAccount, psnName, corpName }),
    })),
    attachmentList: detail.attachmentList.map(({ attachmentId, fileName, fileUrl }) => ({
      ...{ attachmentId, fileName, fileUrl },
    })),
    components: detail.componentList.flatMap((control) => {
      const party = participantList.find(({ participantId }) => participantId === control.participantId);
      const fileIndex = contractFileList.findIndex(({ fileId }) => fileId === control.contractFileId);
      if (party === undefined || fileIndex < 0) return [];
      const attribute = attributeOf({ ...control.specialAttribute });
      return [
        {
          componentId: control.componentId,
          participantFlag: party.participantFlag,
          fileIndex,
          componentName: control.componentName,
          componentType: control.componentType,
          ...given({
            componentKey: control.componentKey,
            value: control.value,
            keyword: control.keyword,
            keywordIndex: control.keywordIndex,
            offsetX: control.offsetX,
            offsetY: control.offsetY,
          }),
          required: control.required,
          positionX: control.positionX,
          positionY: control.positionY,
          pageNum: control.pageNum,
          specialAttribute: attribute,
        },
      ];
    }),
  };
}

type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], null | undefined> };

/** Without the fields that have no value. */
function given<T extends object>(fields: T): Given<T> {
  const left: Given<T> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined) Object.assign(left, { [name]: value });
  }
  return left;
}

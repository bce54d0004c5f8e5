import { useState } from 'react';
import { Refused } from '../api/refused.js';
import { commonTexts } from '../shared/text/common-texts.js';
import { useTexts } from '../shared/text/language.js';
import { useDesignerDoor } from './designer-door.js';
import type { Uploaded } from './uploaded.js';

export interface Uploading {
  readonly name: string;
  readonly percent: number;
}

/** Uploads contract files one after another. */
export function useUpload(done: (files: readonly Uploaded[]) => void) {
  const door = useDesignerDoor();
  const app = useTexts(commonTexts);
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = async (files: readonly File[]) => {
    setError(null);
    const uploaded: Uploaded[] = [];
    for (const file of files) {
      try {
        setUploading({ name: file.name, percent: 0 });
        uploaded.push(
          await door.uploadFile(file, (share) =>
            setUploading({ name: file.name, percent: Math.round(share * 100) }),
          ),
        );
      } catch (failure) {
        setError(`${file.name}：${failure instanceof Refused ? failure.message : app.offlineBar}`);
        break;
      }
    }
    setUploading(null);
    if (uploaded.length > 0) done(uploaded);
  };
  return { upload, uploading, error };
}

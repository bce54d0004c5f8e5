/** Longer side in px: more than any control is printed with. */
const LONGEST = 2000;
/** Limit of a picture in a request, in base64 characters. */
const MAX_CHARACTERS = 512 * 1024 * (4 / 3) - 100;

/**
 * Converts a picture to a data URL small enough to be sent; transparency is kept where possible. Returns null for files
 * that the browser cannot decode.
 */
export async function shrinkPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  let longest = Math.min(LONGEST, Math.max(picture.width, picture.height));
  for (let tries = 0; tries < 6; tries += 1) {
    const scale = longest / Math.max(picture.width, picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const paper = canvas.getContext('2d');
    if (paper === null) return null;
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    if (file.type === 'image/png') {
      const lossless = canvas.toDataURL('image/png');
      if (lossless.length <= MAX_CHARACTERS) return lossless;
    }
    // JPEG has no transparency: paint white, not black, behind the picture.
    paper.globalCompositeOperation = 'destination-over';
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    const small = canvas.toDataURL('image/jpeg', 0.85);
    if (small.length <= MAX_CHARACTERS) return small;
    longest *= 0.75;
  }
  return null;
}

interface Awaited {
  readonly psnName: string;
  readonly corpName: string;
}

interface Viewer {
  readonly personName: string;
  readonly corpName: string;
}

/** Whether the person at the console is awaited, for the enterprise that they look at. Lists give names and no accounts. */
export function isOwnTurn({ psnName, corpName }: Awaited, viewer: Viewer): boolean {
  return psnName === viewer.personName && corpName === viewer.corpName;
}

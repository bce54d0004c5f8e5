// Prints the table of measureKinds.

export function printKinds(rows) {
  const wanted = rows.filter(({ opinion }) => opinion !== 'notNeeded').length;
  console.log(
    '\nBy kind of file, P-256; medians of one run. pdfsig and pyHanko run as new processes each time.\n',
  );
  const header = [
    'pages',
    'signatures',
    'later saves',
    'kB',
    'verifier ms',
    'isolated ms',
    'pdfsig ms',
    'pyHanko ms',
  ];
  const lines = rows.map((row) => [
    row.pages,
    row.signatures,
    row.revisions,
    (row.size / 1000).toFixed(0),
    row.here.toFixed(1),
    row.contained.toFixed(1),
    row.pdfsig.toFixed(0),
    row.pyhanko === null ? 'not there' : row.pyhanko.toFixed(0),
  ]);
  for (const line of [header, header.map(() => '---'), ...lines]) console.log(`| ${line.join(' | ')} |`);
  console.log(`\nA rendering comparison is required for ${wanted} of ${rows.length}.`);
}

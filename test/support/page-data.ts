const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the text of the page of a report with its tooltips: everything that it shows about the runs. */
export function readablePage(html: string): string {
  const body = html.slice(html.indexOf('<body>'));
  const tooltips = [...body.matchAll(/ title="([^"]*)"/g)].map(([, title = '']) => title);
  const lines = body
    .replaceAll(/<\/?(?:bdi|b|code|span)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/\n{2,}/g, '\n');
  return [lines, ...tooltips].join('\n').replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');
}

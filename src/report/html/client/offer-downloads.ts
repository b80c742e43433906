/** Runs in the report's page, as its source text: figures are saved from the page itself, without a request. */
export function offerDownloads(): void {
  function save(name: string, type: string, content: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-download]')) {
    button.addEventListener('click', () => {
      const figure = button.closest('figure');
      const svg = figure?.querySelector('svg');
      const spec = figure?.querySelector('script[data-spec]')?.textContent;
      if (!figure || !svg || !spec) return;
      if (button.getAttribute('data-download') === 'svg') {
        save(`${figure.id}.svg`, 'image/svg+xml', new XMLSerializer().serializeToString(svg));
      } else {
        save(`${figure.id}.vl.json`, 'application/json', JSON.stringify(JSON.parse(spec), null, 2));
      }
    });
  }
}

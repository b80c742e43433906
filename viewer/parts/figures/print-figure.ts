/** Opens the browser's print dialog for one figure, on a page of its size: "Save as PDF" gives a vector file for papers. */
export function printFigure(figure: HTMLElement): void {
  const picture = figure.querySelector('.picture svg');
  if (picture === null) return;
  const { width, height } = sizeOf(picture);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media print { @page { size: ${width}px ${height}px; margin: 0; } }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.documentElement.classList.add('printing-figure');
  figure.classList.add('printed');
  const restore = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    document.documentElement.classList.remove('printing-figure');
    figure.classList.remove('printed');
  };
  addEventListener('afterprint', restore, { once: true });
  print();
}

/** Returns the size of a drawn figure in CSS pixels, rounded up: a fraction of a pixel would add a second page. */
function sizeOf(picture: Element): { readonly width: number; readonly height: number } {
  const [, , width = 0, height = 0] = (picture.getAttribute('viewBox') ?? '').split(' ').map(Number);
  return { width: Math.ceil(width) + 1, height: Math.ceil(height) + 1 };
}

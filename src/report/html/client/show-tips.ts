/** Runs in the report's page, as its source text: a mark that is pointed at or tapped says its numbers, as text. */
export function showTips(): void {
  const marks = '[aria-roledescription="point"],[aria-roledescription="bar"],[aria-roledescription$=" mark"]';
  const tip = document.createElement('div');
  tip.id = 'tip';
  tip.hidden = true;
  tip.setAttribute('role', 'tooltip');
  document.body.append(tip);

  function show(mark: Element): void {
    const lines = (mark.getAttribute('aria-label') ?? '').split(' · ');
    tip.replaceChildren(
      ...lines.map((line) => {
        const row = document.createElement('div');
        row.textContent = line;
        return row;
      }),
    );
    tip.hidden = false;
    tip.style.left = '0'; // or the old place would narrow what is measured
    const box = mark.getBoundingClientRect();
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    const above = box.top - tip.offsetHeight - 10;
    tip.style.left = `${Math.max(8, Math.min(room, box.left + box.width / 2 - tip.offsetWidth / 2))}px`;
    tip.style.top = `${above < 4 ? box.bottom + 10 : above}px`;
  }

  /** The mark that was meant: dots are small, and fingers are not. */
  function meant(picture: Element, event: MouseEvent, reach: number): Element | null {
    let found = event.target instanceof Element ? event.target.closest(marks) : null;
    let least = found === null ? reach : 0;
    for (const mark of picture.querySelectorAll(marks)) {
      const box = mark.getBoundingClientRect();
      const x = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
      const y = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
      if (Math.hypot(x, y) >= least) continue;
      least = Math.hypot(x, y);
      found = mark;
    }
    return found;
  }

  const hide = () => {
    tip.hidden = true;
  };
  for (const picture of document.querySelectorAll<HTMLElement>('.picture')) {
    const point = (event: MouseEvent, reach: number) => {
      const mark = meant(picture, event, reach);
      if (mark === null) hide();
      else show(mark);
    };
    picture.addEventListener('pointermove', (event) => point(event, 8));
    picture.addEventListener('click', (event) => point(event, 24));
    picture.addEventListener('pointerleave', hide);
  }
  addEventListener('scroll', hide, { passive: true, capture: true });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
}

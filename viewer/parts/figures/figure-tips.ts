import { type RefObject, useEffect } from 'react';

const marks = '[aria-roledescription="point"],[aria-roledescription="bar"],[aria-roledescription$=" mark"]';

/** Shows the values of the mark under the pointer or finger as text. */
export function useTips(picture: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = picture.current;
    if (element === null) return;
    const point = (reach: number) => (event: MouseEvent) => {
      const mark = nearestMark(element, event, reach);
      if (mark === null) hideTip();
      else showTip(mark);
    };
    const [onMove, onClick] = [point(8), point(24)];
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hideTip();
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('click', onClick);
    element.addEventListener('pointerleave', hideTip);
    addEventListener('scroll', hideTip, { passive: true, capture: true });
    addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('click', onClick);
      element.removeEventListener('pointerleave', hideTip);
      removeEventListener('scroll', hideTip, { capture: true });
      removeEventListener('keydown', onKey);
      hideTip();
    };
  }, [picture]);
}

function tipElement(): HTMLElement {
  const known = document.getElementById('tip');
  if (known !== null) return known;
  const made = document.createElement('div');
  made.id = 'tip';
  made.hidden = true;
  made.setAttribute('role', 'tooltip');
  document.body.append(made);
  return made;
}

function hideTip(): void {
  tipElement().hidden = true;
}

function showTip(mark: Element): void {
  const tip = tipElement();
  const lines = (mark.getAttribute('aria-label') ?? '').split(' · ');
  tip.replaceChildren(
    ...lines.map((line) => {
      const row = document.createElement('div');
      row.textContent = line;
      return row;
    }),
  );
  tip.hidden = false;
  tip.style.left = '0'; // otherwise the old position would limit the measured width
  const box = mark.getBoundingClientRect();
  const free = document.documentElement.clientWidth - tip.offsetWidth - 8;
  const above = box.top - tip.offsetHeight - 10;
  tip.style.left = `${Math.max(8, Math.min(free, box.left + box.width / 2 - tip.offsetWidth / 2))}px`;
  tip.style.top = `${above < 4 ? box.bottom + 10 : above}px`;
}

/** Returns the nearest mark, because dots are small and fingers are not. */
function nearestMark(picture: Element, event: MouseEvent, reach: number): Element | null {
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

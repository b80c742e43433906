import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Event that opens the part of the page with an id. */
const openEvent = 'seb-open';

/** Opens the folded part with an id, and scrolls to it. */
export function openPart(id: string): void {
  dispatchEvent(new CustomEvent(openEvent, { detail: id }));
  document.getElementById(id)?.scrollIntoView();
}

/** A part of a page that is rendered once it is opened, and on paper; `startsOpen`: from the start. */
export function Folded({
  id,
  title,
  startsOpen = false,
  children,
}: {
  readonly id: string;
  readonly title: ReactNode;
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  useEffect(() => {
    const onOpen = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === id) flushSync(() => setOpen(true));
    };
    // a part that was folded on screen is not lost on paper; the browser takes the page when this returns
    const onPrint = () => {
      if (!document.documentElement.classList.contains('printing-figure')) flushSync(() => setOpen(true));
    };
    addEventListener(openEvent, onOpen);
    addEventListener('beforeprint', onPrint);
    return () => {
      removeEventListener(openEvent, onOpen);
      removeEventListener('beforeprint', onPrint);
    };
  }, [id]);
  return (
    <details id={id} className="part" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && children}
    </details>
  );
}

import { useEffect, useState } from 'react';

/** False in the first frame that a component is shown in, true after it. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setSettled(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isSettled;
}
